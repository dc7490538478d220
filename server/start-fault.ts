/** Why a process cannot start, as one sentence for the person at the terminal that says what to do. */
export class StartFault extends Error {
  override readonly name = 'StartFault';
}
