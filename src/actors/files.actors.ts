import { Observable } from 'rxjs';
import { fromEventObservable } from 'xstate';
import { createFile, type FileKind } from '#contract/files.contract.ts';
import type { ApiClient } from '../api/client.ts';
import type { UploadFact, UploadInput } from '../machines/files/upload.machine.ts';

export interface UploadPlace {
  readonly contactId: number;
  readonly kind: FileKind;
}

/** Progress while a file goes up to a contact, then its end. Leaving aborts the request. */
export const sendFile = (api: ApiClient, { contactId, kind }: UploadPlace) =>
  fromEventObservable<UploadFact, UploadInput>(
    ({ input: { name, content, key } }) =>
      new Observable((subscriber) => {
        const leaving = new AbortController();
        api
          .call(
            createFile,
            {
              params: { id: contactId },
              body: { kind },
              file: new File([content], name),
              idempotencyKey: key,
              signal: leaving.signal,
            },
            { onProgress: ({ sentBytes }) => subscriber.next({ type: 'upload.progressed', sentBytes }) },
          )
          .then(
            () => subscriber.next({ type: 'upload.finished' }),
            (error: unknown) => subscriber.error(error),
          );
        return () => leaving.abort();
      }),
  );
