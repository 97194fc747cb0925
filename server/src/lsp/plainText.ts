/** Our markdown for clients that show none: marks go, links keep their text. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*\*/g, '')
    .replace(/(?<!`)(`+)( ?)(?!`)(.+?)\2\1(?!`)/g, '$3');
}
