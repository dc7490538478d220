import { type ActorRefFrom, assign, setup } from 'xstate';
import { streamPort } from '../port.ts';

/** Arguments of the upload; the key makes retries one effect. */
export interface UploadInput {
  readonly name: string;
  readonly bytes: number;
  readonly content: Blob;
  readonly key: string;
}

/** `message`: of the server. `null`: the connection was lost. */
export interface UploadFailure {
  readonly message: string | null;
}

/**
 * One file on its way to a contact. Owned by the list that shows it, one actor a file: several go side by side.
 * Leaving `sending` aborts the request.
 *
 *   sending ─→ done
 *      ├─ cancel → cancelled
 *      └─→ failed ─retry→ sending
 */
export const uploadMachine = setup({
  types: {
    input: {} as UploadInput,
    context: {} as { readonly file: UploadInput; readonly sentBytes: number; readonly failure: UploadFailure | null },
    events: {} as UploadCommand | UploadFact,
  },
  actors: { sendFile: streamPort<UploadFact, UploadInput>('sendFile') },
  actions: {
    /** Tells the parent that it can be removed. */
    tellEnded: (_scope, _params: { outcome: 'done' | 'cancelled' }) => undefined,
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ file: input, sentBytes: 0, failure: null }),
  initial: 'sending',
  states: {
    sending: {
      entry: assign({ sentBytes: 0, failure: null }),
      invoke: {
        src: 'sendFile',
        input: ({ context }) => context.file,
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
      on: {
        'upload.progressed': { actions: assign({ sentBytes: ({ event }) => event.sentBytes }) },
        'upload.finished': 'done',
        'upload.cancel': 'cancelled',
      },
    },
    failed: { on: { 'upload.retry': 'sending', 'upload.cancel': 'cancelled' } },
    done: { type: 'final', entry: { type: 'tellEnded', params: { outcome: 'done' } } },
    cancelled: { type: 'final', entry: { type: 'tellEnded', params: { outcome: 'cancelled' } } },
  },
});

/** Reads what the port was rejected with, of which only the shape is known here. */
function failureOf(error: unknown): UploadFailure {
  const { kind, message } = (error ?? {}) as { kind?: unknown; message?: unknown };
  return { message: kind === 'offline' || typeof message !== 'string' || message === '' ? null : message };
}

export type UploadCommand = { type: 'upload.retry' } | { type: 'upload.cancel' };

export type UploadFact = { type: 'upload.progressed'; sentBytes: number } | { type: 'upload.finished' };

export type UploadActor = ActorRefFrom<typeof uploadMachine>;
