/** Marks the cursor in the text of a test; a character that no shell script holds. */
export const CURSOR = '‸';

/** Splits a marked text into the text and the offset of the cursor. Throws unless there is exactly one mark. */
export function withCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf(CURSOR);
  if (offset < 0) throw new Error(`no ${CURSOR} in the text of the test`);
  if (marked.includes(CURSOR, offset + 1)) throw new Error(`more than one ${CURSOR} in the text of the test`);
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
