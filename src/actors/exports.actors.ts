import { Observable } from 'rxjs';
import { fromEventObservable, fromPromise } from 'xstate';
import { readSelectedItems, type SelectionInput } from '#contract/bulk.contract.ts';
import { EXPORT_ID_HEADER, exportContacts, type ExportManifest, readExport } from '#contract/exports.contract.ts';
import { createRowCounter } from '#rules/imports/csv-rows.ts';
import { createSha256 } from '#rules/imports/sha256.ts';
import type { ApiClient, Sink } from '../api/client.ts';
import type { ArrivedFile, Counted, ExportFact, ExportWish } from '../machines/exports/export-context.ts';
import { exportMachine } from '../machines/exports/export.machine.ts';

/** Bytes after which pieces become one blob, which the browser may keep on disk. Ours. */
const PIECE_BYTES = 8 * 2 ** 20;

/** Milliseconds between two words about how far it is. Ours: as often as a number can be read. */
const TELL_MS = 150;

interface Arriving extends Sink {
  arrived(): ArrivedFile;
}

/** Keeps one copy of the received data and its checksum. */
function createArriving({ format }: ExportWish, tell: (fact: ExportFact) => void): Arriving {
  const [hash, counter] = [createSha256(), createRowCounter()];
  let kept: Blob[] = [];
  let fresh: Uint8Array<ArrayBuffer>[] = [];
  let [id, bytes, freshBytes, toldAt] = [0, 0, 0, 0];
  // The header is no contact.
  const rows = () => Math.max(0, counter.rows() - 1);
  return {
    open: (header) => {
      id = Number(header(EXPORT_ID_HEADER));
      tell({ type: 'file.began' });
    },
    write: (piece) => {
      hash.update(piece);
      if (format === 'csv') counter.update(piece);
      fresh.push(piece as Uint8Array<ArrayBuffer>);
      bytes += piece.length;
      freshBytes += piece.length;
      if (freshBytes >= PIECE_BYTES) {
        kept = [...kept, new Blob(fresh)];
        [fresh, freshBytes] = [[], 0];
      }
      if (performance.now() - toldAt < TELL_MS) return;
      toldAt = performance.now();
      tell({ type: 'file.grew', bytes, rows: rows() });
    },
    arrived: () => ({
      id,
      file: new Blob([...kept, ...fresh]),
      bytes,
      sha256: hash.digest(),
      rows: format === 'csv' ? rows() : null,
    }),
  };
}

/** Chunks of one file, then its end. Unsubscribing ends the request. */
const download = (api: ApiClient, wish: ExportWish): Observable<ExportFact> =>
  new Observable((subscriber) => {
    const leaving = new AbortController();
    const { format, columns, selection, why, confirmed } = wish;
    const arriving = createArriving(wish, (fact) => subscriber.next(fact));
    api
      .call(
        exportContacts,
        { params: { format }, body: { selection, columns: [...columns], why, confirmed }, signal: leaving.signal },
        { sink: arriving, onProofDue: () => subscriber.next({ type: 'proof.due' }) },
      )
      .then(
        () => subscriber.next({ type: 'file.arrived', arrived: arriving.arrived() }),
        (error: unknown) => subscriber.error(error),
      );
    return () => leaving.abort();
  });

async function count(api: ApiClient, selection: SelectionInput, signal: AbortSignal): Promise<Counted> {
  const { data } = await api.call(readSelectedItems, { body: { selection, changes: [] }, signal });
  return { count: data.count, sentence: data.sentence };
}

/** Milliseconds that the browser gets to take a file from its address. Ours. */
const TAKEN_MS = 60_000;

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), TAKEN_MS);
}

/** The machine of one file of contacts. */
export const composeExports = (api: ApiClient) => ({
  export: exportMachine.provide({
    actors: {
      countSelection: fromPromise<Counted, { selection: SelectionInput }>(({ input, signal }) =>
        count(api, input.selection, signal),
      ),
      downloadFile: fromEventObservable<ExportFact, ExportWish>(({ input }) => download(api, input)),
      readManifest: fromPromise<ExportManifest, { id: number }>(
        async ({ input, signal }) => (await api.call(readExport, { params: input, signal })).data,
      ),
    },
    actions: {
      saveFile: (_, { arrived, manifest }) => {
        if (arrived && manifest) save(arrived.file, `contacts-${manifest.created_at.slice(0, 10)}.${manifest.format}`);
      },
    },
  }),
});
