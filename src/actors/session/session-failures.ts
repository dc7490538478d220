import { asApiError } from '../../api/errors.ts';
import type { SessionFailure } from '../../machines/session/session-failure.ts';

/** @throws {SessionFailure} in place of any other error. */
export async function failing<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    const { kind, message, fields, requestId, retryAfter } = asApiError(thrown);
    const unreachable = kind === 'offline' || kind === 'server' || kind === 'contract';
    const failure: SessionFailure = {
      kind: kind === 'unauthorized' ? 'unauthorized' : unreachable ? 'unreachable' : 'refused',
      message,
      fields,
      requestId,
      retryAfter,
    };
    throw failure;
  }
}
