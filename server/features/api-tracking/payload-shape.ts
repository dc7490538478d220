/** Characters of a payload at most. Ours. */
const MAX_SHAPE = 2_000;
/** Entries of one list or object that are described. Ours. */
const MAX_ENTRIES = 60;
const MAX_DEPTH = 4;

/**
 * Returns names of fields and the form of their values: `{"name": text of 4, "ids": [1, 2]}`. Texts are given by their
 * length alone, so neither a secret nor a person can be read in it. Empty: there was no body.
 */
export function payloadShape(body: unknown): string {
  if (body === undefined) return '';
  const shape = shapeOf(body, 0);
  return shape.length > MAX_SHAPE ? `${shape.slice(0, MAX_SHAPE)}…` : shape;
}

function shapeOf(value: unknown, depth: number): string {
  if (typeof value === 'string') return `text of ${value.length}`;
  if (typeof value === 'boolean' || value === null) return String(value);
  // A long number may be one of a card or a person.
  if (typeof value === 'number') return Math.abs(value) < 1e6 ? String(value) : 'number';
  if (typeof value !== 'object') return typeof value;
  if (depth === MAX_DEPTH) return '…';
  const more = (count: number) => (count > MAX_ENTRIES ? `, and ${count - MAX_ENTRIES} more` : '');
  if (Array.isArray(value)) {
    const entries = value.slice(0, MAX_ENTRIES).map((entry) => shapeOf(entry, depth + 1));
    return `[${entries.join(', ')}${more(value.length)}]`;
  }
  const fields = Object.entries(value);
  const named = fields.slice(0, MAX_ENTRIES).map(([name, of]) => `${nameOf(name)}: ${shapeOf(of, depth + 1)}`);
  return `{${named.join(', ')}${more(fields.length)}}`;
}

/** A field that the contract doesn't know may have any name. */
const nameOf = (name: string): string => (/^[a-z][a-z0-9_]{0,40}$/.test(name) ? name : `name of ${name.length}`);
