/** What PostgreSQL's plain COPY writes after a backslash. Source: its documentation, "COPY, Text Format". */
const SIGNS: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const cellOf = (written: string): string | null => {
  if (!written.includes('\\')) return written;
  if (written === String.raw`\N`) return null;
  return written.replace(/\\(.)/gs, (_, sign: string) => SIGNS[sign] ?? sign);
};

/** The rows of a plain COPY, those of one piece of it at a time. */
export async function* copiedRows(bytes: AsyncIterable<Buffer>): AsyncGenerator<(string | null)[][]> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map((line) => line.split('\t').map(cellOf));
  }
}
