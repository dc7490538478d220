/** Reason why the test console refuses a command, in a sentence. */
export class BenchRefusal extends Error {
  override readonly name = 'BenchRefusal';
}
