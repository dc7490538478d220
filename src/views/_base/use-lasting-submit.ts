import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import type { PlainArgs } from '../../api/client.ts';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { useActors } from './app-context.ts';

export interface BackgroundSubmitOptions<E extends Endpoint> {
  readonly invalidates: readonly Endpoint[];
  readonly onDone: (reply: Reply<E>) => void;
  /** `retry` sends the same with the same key. */
  readonly onFailed: (error: ApiError, retry: () => void) => void;
}

/** A write that outlives the view it was asked in, such as the Undo of a message: `useSubmit` ends with its view. */
export function useLastingSubmit<E extends Endpoint>(
  endpoint: E,
  { invalidates, onDone, onFailed }: BackgroundSubmitOptions<E>,
): (args: PlainArgs<E>) => void {
  const { api, resources } = useActors();
  return (args) => {
    const call = { ...args, idempotencyKey: newIdempotencyKey() } as CallArgs<E>;
    const send = () =>
      void api.call(endpoint, call).then(
        (reply) => {
          resources.invalidate(invalidates);
          onDone(reply);
        },
        (error: unknown) => onFailed(asApiError(error), send),
      );
    send();
  };
}
