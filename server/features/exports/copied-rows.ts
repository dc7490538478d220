/** Escapes of PostgreSQL's plain COPY after a backslash. Source: its documentation, "COPY, Text Format". */
const SIGNS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const cellOf = (written: string): string | null => {
  if (!written.includes('\\')) return written;
  if (written === String.raw`\N`) return null;
  return written.replace(/\\(.)/gs, (_, sign: string) => SIGNS[sign] ?? sign);
};

/** Rows of a plain COPY, one chunk of it at a time. */
export async function* copiedRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[][]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => line.split('\t').map(cellOf));
  }
}
