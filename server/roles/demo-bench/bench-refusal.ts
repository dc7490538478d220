/** Why the bench does not do what it was asked for, in a sentence. */
export class BenchRefusal extends Error {
  override readonly name = 'BenchRefusal';
}
