/** Content that a workbook can't hold, in one sentence. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}
