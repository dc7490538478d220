import { filter, merge, Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import {
  deleteImportAttempt,
  type ImportAttempt,
  readImportAttempt,
  retryImportAttempt,
  startImport,
  stopImportCheck,
  validateImport,
} from '#contract/imports.contract.ts';
import { fixProblemRows } from '#contract/imports/problems.contract.ts';
import type { ImportHead, ImportRow } from '#contract/imports/rows.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { importMachine } from '../machines/imports/import.machine.ts';
import type {
  ChosenFile,
  CorrectedRow,
  FixReply,
  ImportChange,
  ImportFact,
  ImportReply,
  UploadFact,
} from '../machines/imports/import-context.ts';
import type { Cable } from '../realtime/cable.ts';
import { observeImportBroadcasts } from '../realtime/imports.stream.ts';
import { changeImport } from './_running/work-changes.ts';

type WireAttempt = ImportAttempt & (ImportHead | { columns?: never }) & { last_rows?: ImportRow[] };

const replyOf = ({ last_rows, ...wire }: WireAttempt): ImportReply => {
  const rows = last_rows ?? null;
  if (wire.columns === undefined) return { import: wire, head: null, rows };
  const { columns, sheets, sheet, made_by, warnings, encoding, delimiter, preview, ...attempt } = wire;
  const head = { columns, sheets, sheet, made_by, warnings, encoding, delimiter, preview };
  return { import: attempt, head, rows };
};

async function change(api: ApiClient, id: number, asked: ImportChange): Promise<WireAttempt> {
  const params = { id };
  switch (asked.kind) {
    case 'readHead':
      return (await api.call(validateImport, { body: { import_id: id, ...asked.place } })).data;
    case 'check':
      return (await api.call(validateImport, { body: { ...asked.form, import_id: id } })).data;
    case 'start':
      return (await api.call(startImport, { body: { import_id: id } })).data;
    case 'retry':
      return (await api.call(retryImportAttempt, { params, body: {} })).data;
    case 'stopCheck':
      return (await api.call(stopImportCheck, { params })).data;
    case 'delete':
      return (await api.call(deleteImportAttempt, { params })).data;
    default:
      return changeImport(api, id, asked.kind);
  }
}

/** Progress while the file goes up, then its head. Leaving the state aborts the request. */
const upload = (api: ApiClient, file: ChosenFile) =>
  new Observable<UploadFact>((subscriber) => {
    const leaving = new AbortController();
    const named = new File([file.content], file.name, { type: file.content.type });
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
  fixRows: fromPromise<FixReply, { id: number; rows: readonly CorrectedRow[] }>(async ({ input: { id, rows } }) => {
    const body = { rows: rows.map(({ row_number, cells }) => ({ row_number, cells: { ...cells } })) };
    const reply = await api.call(fixProblemRows, { params: { id }, body });
    return { rows: reply.data, import: reply.import };
  }),
  /** A change of state also comes with the person's own stream, and need not wait for the rows. */
  importBroadcasts: fromEventObservable<ImportFact, { id: number }>(({ input: { id } }) =>
    merge(
      observeImportBroadcasts(cable, { import_id: id }),
      observeImportBroadcasts(cable, {}).pipe(
        filter((fact) => fact.type === 'import.changed' && fact.import.id === id),
      ),
    ),
  ),
});

/** The machine of one attempt, which a page hands to the open imports of the person. */
export const composeImport = (api: ApiClient, cable: Cable) =>
  importMachine.provide({ actors: createImportActors(api, cable) });
