/** A file that cannot be imported as it is; the message is one sentence to show. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
