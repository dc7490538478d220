/** Content that a workbook cannot hold, in one sentence. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}
