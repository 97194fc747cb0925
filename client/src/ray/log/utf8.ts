/**
 * Number of bytes at the end that begin a character of UTF-8 which more bytes could complete; 0 to 3. The ranges are those of
 * table 3-7 of the Unicode standard.
 */
export function incompleteTail(bytes: Uint8Array): number {
  for (let count = 1; count <= Math.min(3, bytes.length); count += 1) {
    const at = bytes.length - count;
    const lead = bytes[at] ?? 0;
    if (lead >= 0x80 && lead < 0xc0) continue;
    return lead >= 0xc2 && count < lengthOf(lead) && (count === 1 || isSecond(lead, bytes[at + 1] ?? 0)) ? count : 0;
  }
  return 0;
}

function lengthOf(lead: number): number {
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 1;
}

/** Some first bytes allow fewer second ones: nothing longer than needed, no surrogates, nothing past U+10FFFF. */
function isSecond(lead: number, second: number): boolean {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second < 0xa0;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second < 0x90;
    default:
      return true;
  }
}
