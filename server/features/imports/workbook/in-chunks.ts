/** Rows of one call. Ours. */
const CHUNK_ROWS = 200;

/** Rows in chunks, as sheets are read. */
export async function* inChunks(rows: Iterable<string[]>): AsyncGenerator<string[][]> {
  let chunk: string[][] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK_ROWS) continue;
    yield chunk;
    chunk = [];
  }
  yield chunk;
}
