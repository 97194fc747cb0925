/** Lines of ours in a log: told from the job's own by a mark in front, dim and in italics. */
export function ownLine(text: string, tone: 'plain' | 'good' | 'bad' = 'plain'): string {
  return `${styled(text, tone)}\r\n`;
}

/** The same without a line end, cut to the width of the terminal so that one carriage return takes it back. */
export function ownStatus(text: string, columns: number): string {
  const room = Math.max(20, columns) - mark.length - 2;
  return styled(text.length > room ? `${text.slice(0, room - 1)}…` : text, 'plain');
}

/** Takes back an {@link ownStatus}. */
export const clearLine = '\r\x1b[2K';

const mark = '── ';

function styled(text: string, tone: 'plain' | 'good' | 'bad'): string {
  const colour = tone === 'plain' ? '' : tone === 'good' ? '\x1b[32m' : '\x1b[31m';
  // One line stays one line, whatever an error message has in it.
  const clean = text.replace(/\p{Cc}+/gu, ' ').trim();
  return `\x1b[2;3m${mark}\x1b[22m${tone === 'plain' ? '\x1b[2m' : ''}${colour}${clean}\x1b[0m`;
}
