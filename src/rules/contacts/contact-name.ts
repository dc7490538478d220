/** Letters with their marks, space, hyphen, apostrophes and full stop: what every name field accepts. */
const PLAIN = /^[\p{L}\p{M} \-'’.]$/u;

/** Line breaks and other control characters, which no single-line field holds. */
const CONTROL = /[\p{Cc}\u2028\u2029]+/gu;

/** One line of text without stray white space, safe to store: no control characters, no half characters. */
export const cleanLine = (written: string): string =>
  written.toWellFormed().replace(CONTROL, ' ').replace(/\s+/g, ' ').trim();

/** Text of many lines, safe to store. */
export const cleanText = (written: string): string =>
  written
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim();

/** Returns whether a name field accepts this keystroke; `extra` are the brand's own characters (core §5). */
export const acceptsInName = (character: string, extra = ''): boolean =>
  PLAIN.test(character) || (character !== '' && extra.includes(character));

/** The characters that a person could not have typed into a name field, each once: a warning in an import. */
export const oddCharactersIn = (name: string, extra = ''): string[] => [
  ...new Set(Array.from(name).filter((character) => !acceptsInName(character, extra))),
];

/** Name of a contact: both names, otherwise the available one. */
export const contactName = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();
