/** Reads the body of an answer as UTF-8. `null`: it has more than `most` bytes; the rest isn't read. */
export async function readText(response: Response, most: number): Promise<string | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length;
    if (bytes > most) return null;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
