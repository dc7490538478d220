/** What a workbook cannot hold, in one sentence for people. */
export class UnwritableFile extends Error {
  override readonly name = 'UnwritableFile';
}
