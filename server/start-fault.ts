/** Reason why a process can't start, as one sentence that tells the person at the terminal what to do. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
