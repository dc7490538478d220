import { useSelector } from '@xstate/react';
import { listCallFiles, listFiles } from '#contract/files.contract.ts';
import { sendFile, type UploadPlace } from '../../actors/files.actors.ts';
export type { UploadPlace } from '../../actors/files.actors.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { uploadMachine } from '../../machines/files/upload.machine.ts';
import { useActors } from './app-context.ts';
import { usePageMachine } from './use-page-machine.ts';

/** One upload, for as long as it is displayed; `onEnded` is called when it has arrived or was given up. */
export function useFileUpload(file: File, place: UploadPlace, onEnded: () => void) {
  const { api, resources } = useActors();
  const actor = usePageMachine(
    uploadMachine.provide({
      actors: { sendFile: sendFile(api, place) },
      actions: {
        tellEnded: () => {
          resources.invalidate([listFiles, listCallFiles]);
          onEnded();
        },
      },
    }),
    { input: { name: file.name, bytes: file.size, content: file, key: newIdempotencyKey() } },
  );
  const failure = useSelector(actor, ({ context }) => context.failure);
  const sentBytes = useSelector(actor, ({ context }) => context.sentBytes);
  return {
    failure,
    sentBytes,
    retry: () => actor.send({ type: 'upload.retry' }),
    cancel: () => actor.send({ type: 'upload.cancel' }),
  };
}
