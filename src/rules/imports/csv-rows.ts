const QUOTE = 34;
const NEWLINE = 10;

/** Counts the records of a CSV text that comes in pieces, its header among them; a new line within quotes is none. */
export function createRowCounter() {
  let isQuoted = false;
  let rows = 0;
  return {
    update: (bytes: Uint8Array): void => {
      for (const byte of bytes) {
        if (byte === QUOTE) isQuoted = !isQuoted;
        else if (byte === NEWLINE && !isQuoted) rows += 1;
      }
    },
    rows: (): number => rows,
  };
}
