import { useSelector } from '@xstate/react';
import { fromPromise } from 'xstate';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import type { PlainArgs } from '../../api/client.ts';
import { type ApiError, asApiError } from '../../api/errors.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { type Sending, type SubmitActor, submitMachine } from '../../machines/_submit/submit.machine.ts';
import { useActors } from './app-context.ts';
import { usePageMachine } from './use-page-machine.ts';

export interface SubmitOptions<E extends Endpoint> {
  /** Reloads resources of these endpoints on success, even if the view has closed by then. */
  readonly invalidates?: readonly Endpoint[];
  readonly onDone?: (reply: Reply<E>, args: PlainArgs<E>) => void;
  readonly onFailed?: (error: ApiError, args: PlainArgs<E>) => void;
}

export interface Submit<E extends Endpoint> {
  /** Ignored while another one is under way. */
  readonly submit: (args: PlainArgs<E>) => void;
  /** After a failure: the same arguments with the same key. */
  readonly retry: () => void;
  readonly state: 'idle' | 'submitting' | 'failed' | 'done';
  readonly error: ApiError | null;
  /** 0 to 1 while a file goes up; `null` otherwise. */
  readonly progress: number | null;
  readonly reset: () => void;
  /** For `useTold`: a write that follows from what the page shows. */
  readonly actor: SubmitActor;
}

/** A one-shot write of a form or a button. */
export function useSubmit<E extends Endpoint>(endpoint: E, options: SubmitOptions<E> = {}): Submit<E> {
  const { api, resources } = useActors();
  const actor = usePageMachine(
    submitMachine.provide({
      actors: {
        send: fromPromise<unknown, Sending>(async ({ input: { args, key, onProgress } }) => {
          const call = { ...(args as PlainArgs<E>), idempotencyKey: key } as CallArgs<E>;
          const reply = await api.call(endpoint, call, {
            onProgress: ({ sentBytes, totalBytes }) => onProgress(totalBytes === 0 ? 0 : sentBytes / totalBytes),
          });
          resources.invalidate(options.invalidates ?? []);
          return reply;
        }),
      },
      actions: {
        tellDone: (_, { reply, args }) => options.onDone?.(reply as Reply<E>, args as PlainArgs<E>),
        tellFailed: (_, { error, args }) => options.onFailed?.(asApiError(error), args as PlainArgs<E>),
      },
    }),
    { input: { newKey: newIdempotencyKey } },
  );
  const state = useSelector(actor, (snapshot) => snapshot.value);
  const error = useSelector(actor, ({ context }) => context.error);
  const progress = useSelector(actor, ({ context }) => context.progress);

  return {
    submit: (args) => actor.send({ type: 'submit.send', args }),
    retry: () => actor.send({ type: 'submit.retry' }),
    state,
    error: error === null ? null : asApiError(error),
    progress,
    reset: () => actor.send({ type: 'submit.reset' }),
    actor,
  };
}
