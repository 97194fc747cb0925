const newline = 0x0a;

/** Number of line ends. */
export function countNewlines(bytes: Uint8Array): number {
  let count = 0;
  for (let index = bytes.indexOf(newline); index >= 0; index = bytes.indexOf(newline, index + 1)) count += 1;
  return count;
}

/**
 * Where the last lines begin, counted as Ray does (`find_start_offset_last_n_lines_from_offset` of
 * `dashboard/modules/log/log_agent.py`, Ray 2.55): text behind the last line end is a line. 0 if there are fewer.
 */
export function startOfLastLines(bytes: Uint8Array, lines: number): number {
  if (lines <= 0) return bytes.length;
  let end = bytes.length - (bytes[bytes.length - 1] === newline ? 1 : 0);
  for (let left = lines; left > 0; left -= 1) {
    if (end <= 0) return 0;
    const before = bytes.lastIndexOf(newline, end - 1);
    if (before < 0) return 0;
    end = before;
  }
  return end + 1;
}
