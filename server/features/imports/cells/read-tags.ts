/** Characters of a tag name. Source: `TagName` of the contract. */
export const TAG_MAX_CHARS = 60;

/** Between the tags of a cell. */
const BETWEEN = /(:::|[;,|\n])/;
/** Pieces that may be one name together: three separators. */
const MAX_PIECES = 7;

/** The names in a cell, each once. A name that has a separator itself is kept together when the account has that tag. */
export function tagsOfCell(text: string, known?: ReadonlyMap<string, number>): string[] {
  const pieces = text.split(BETWEEN);
  const names: string[] = [];
  for (let start = 0; start < pieces.length; start += 2) {
    let end = Math.min(pieces.length, start + MAX_PIECES);
    while (end > start + 1 && !known?.has(joined(pieces, start, end).toLowerCase())) end -= 2;
    const name = joined(pieces, start, end).replace(/\s+/g, ' ');
    if (name !== '' && !names.some((one) => one.toLowerCase() === name.toLowerCase())) names.push(name);
    start = end - 1;
  }
  return names;
}

const joined = (pieces: readonly string[], start: number, end: number) => pieces.slice(start, end).join('').trim();
