/** Text of RFC 5545: lines of at most 75 octets, with escapes. */

const LINE_OCTETS = 75;

/** A line of content, folded between characters. */
export function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const more = Buffer.byteLength(character);
    // Lines after the first begin with a space.
    if (octets + more > LINE_OCTETS - (parts.length === 0 ? 0 : 1)) {
      parts.push(part);
      [part, octets] = ['', 0];
    }
    part += character;
    octets += more;
  }
  return [...parts, part].join('\r\n ');
}

/** A value of type TEXT. */
export const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(';', '\\;')
    .replaceAll(',', '\\,')
    .replaceAll(/\r\n?|\n/g, '\\n')
    .replaceAll(/[^\P{Cc}\t]/gu, '');

/** A parameter's value in quotation marks, which it can't contain itself. */
export const quoted = (text: string): string => `"${text.replaceAll(/["\p{Cc}]/gu, ' ').trim()}"`;

/** Local text, `YYYY-MM-DDTHH:MM`, as a DATE-TIME without a zone. */
export const localTime = (local: string): string => `${local.replaceAll(/[-:]/g, '')}00`;
export const dateOf = (local: string): string => local.slice(0, 10).replaceAll('-', '');
export const utcTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

export const asText = (lines: readonly string[]): string => `${lines.map(folded).join('\r\n')}\r\n`;
