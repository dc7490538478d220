/** A file that can't be imported as it is; the message is one sentence for the user. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile';
}
