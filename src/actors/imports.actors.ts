import { Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import {
  cancelImport,
  deleteImportAttempt,
  type ImportAttempt,
  type ImportColumn,
  type ImportRow,
  listImportAttempts,
  pauseImport,
  readImportAttempt,
  resumeImport,
  retryImportAttempt,
  startImport,
  undoImport,
  validateImport,
} from '#contract/imports.contract.ts';
import { type LiveOverview, readLiveOverview } from '#contract/live.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { importMachine } from '../machines/imports/import.machine.ts';
import type {
  ChosenFile,
  ImportChange,
  ImportFact,
  ImportReply,
  UploadFact,
} from '../machines/imports/import-context.ts';
import { importsMachine } from '../machines/imports/imports.machine.ts';
import { liveMachine } from '../machines/live/live.machine.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeImportBroadcasts } from '../realtime/imports.stream.ts';

type WireAttempt = ImportAttempt & { columns?: ImportColumn[]; last_rows?: ImportRow[] };

const replyOf = ({ columns, last_rows, ...attempt }: WireAttempt): ImportReply => ({
  import: attempt,
  columns: columns ?? null,
  rows: last_rows ?? null,
});

const PLAIN = {
  pause: pauseImport,
  resume: resumeImport,
  cancel: cancelImport,
  undo: undoImport,
  delete: deleteImportAttempt,
};

async function change(api: ApiClient, id: number, asked: ImportChange): Promise<WireAttempt> {
  const params = { id };
  switch (asked.kind) {
    case 'readHead':
      return (await api.call(validateImport, { body: { import_id: id, header_row: asked.headerRow } })).data;
    case 'check':
      return (await api.call(validateImport, { body: { ...asked.form, import_id: id } })).data;
    case 'start':
      return (await api.call(startImport, { body: { import_id: id } })).data;
    case 'retry':
      return (await api.call(retryImportAttempt, { params, body: asked.rows ? { rows: [...asked.rows] } : {} })).data;
    default:
      return (await api.call(PLAIN[asked.kind], { params })).data;
  }
}

/** Progress while the file goes up, then its head. Leaving the state aborts the request. */
const upload = (api: ApiClient, file: ChosenFile) =>
  new Observable<UploadFact>((subscriber) => {
    const leaving = new AbortController();
    const named = new File([file.content], file.name, { type: 'text/csv' });
    api
      .call(
        validateImport,
        { body: {}, file: named, signal: leaving.signal },
        { onProgress: ({ sentBytes }) => subscriber.next({ type: 'upload.progressed', sentBytes }) },
      )
      .then(
        ({ data }) => subscriber.next({ type: 'upload.finished', reply: replyOf(data) }),
        (error: unknown) => subscriber.error(error),
      );
    return () => leaving.abort();
  });

/** Fills the ports of `src/machines/imports/*`. Keys are port names. */
const createImportActors = (api: ApiClient, cable: Cable) => ({
  uploadFile: fromEventObservable<UploadFact, { file: ChosenFile }>(({ input }) => upload(api, input.file)),
  readAttempt: fromPromise<ImportReply, { id: number }>(async ({ input, signal }) =>
    replyOf((await api.call(readImportAttempt, { params: input, signal })).data),
  ),
  changeImport: fromPromise<ImportReply, { id: number; change: ImportChange }>(async ({ input }) =>
    replyOf(await change(api, input.id, input.change)),
  ),
  importBroadcasts: fromEventObservable<ImportFact, { id: number }>(({ input }) =>
    observeImportBroadcasts(cable, { import_id: input.id }),
  ),
  listRunning: fromPromise<readonly ImportAttempt[], { userId: number }>(async ({ input, signal }) => {
    const mine = { filter_by: 'user', filter_value: String(input.userId) } as const;
    const query = { tab: 'running', page: 1, limit: MAX_PAGE_LIMIT, ...mine } as const;
    return (await api.call(listImportAttempts, { query, signal })).data;
  }),
  ownBroadcasts: fromEventObservable<ImportFact, undefined>(() => observeImportBroadcasts(cable, {})),
});

/** Fills the ports of `src/machines/live/*`. */
const createLiveActors = (api: ApiClient, cable: Cable) => ({
  readOverview: fromPromise<LiveOverview, undefined>(
    async ({ signal }) => (await api.call(readLiveOverview, { signal })).data,
  ),
  changeRunning: fromPromise<ImportAttempt, { kind: 'pause' | 'resume'; id: number }>(
    async ({ input }) => (await api.call(PLAIN[input.kind], { params: { id: input.id } })).data,
  ),
  downlineBroadcasts: fromEventObservable<ImportFact, undefined>(() =>
    observeImportBroadcasts(cable, { audience: 'downline' }),
  ),
});

/** The registry as a child of the session, and the machine of the live page. */
export function composeImports(api: ApiClient, cable: Cable) {
  const { listRunning, ownBroadcasts, ...ofOne } = createImportActors(api, cable);
  const attempt = importMachine.provide({ actors: ofOne });
  return {
    imports: importsMachine.provide({ actors: { attempt, listRunning, ownBroadcasts } }),
    live: liveMachine.provide({ actors: createLiveActors(api, cable) }),
  };
}
