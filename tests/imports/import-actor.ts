import { Subject } from 'rxjs';
import { createActor, fromEventObservable, fromPromise, SimulatedClock } from 'xstate';
import type { ImportAttempt } from '#contract/imports.contract.ts';
import { importMachine } from '../../src/machines/imports/import.machine.ts';
import type {
  CorrectedRow,
  FixReply,
  ImportChange,
  ImportFact,
  ImportReply,
  UploadFact,
} from '../../src/machines/imports/import-context.ts';
import { attempt, head } from './import-fixtures.ts';

export const reply = (differs: Partial<ImportAttempt> = {}): ImportReply => ({
  import: attempt(differs),
  head: head(),
  rows: [],
});
export const draft = (differs: Partial<ImportAttempt> = {}) =>
  reply({ status: 'draft', fields: {}, total_rows: null, check: null, version: 1, ...differs });
export const file = { name: 'leads.csv', bytes: 2_048, content: new Blob(['x']) };

/** Everything that waits for an answer of the server, in the order asked. */
export function open(id: number | null) {
  const clock = new SimulatedClock();
  const upload$ = new Subject<UploadFact>();
  const broadcasts$ = new Subject<ImportFact>();
  const reads: PromiseWithResolvers<ImportReply>[] = [];
  const changes: (PromiseWithResolvers<ImportReply> & { change: ImportChange })[] = [];
  const fixes: (PromiseWithResolvers<FixReply> & { rows: readonly CorrectedRow[] })[] = [];
  const machine = importMachine.provide({
    actors: {
      fixRows: fromPromise(({ input }) => {
        const pending = Promise.withResolvers<FixReply>();
        fixes.push({ ...pending, rows: input.rows });
        return pending.promise;
      }),
      uploadFile: fromEventObservable(() => upload$),
      importBroadcasts: fromEventObservable(() => broadcasts$),
      readAttempt: fromPromise(() => {
        const pending = Promise.withResolvers<ImportReply>();
        reads.push(pending);
        return pending.promise;
      }),
      changeImport: fromPromise(({ input }) => {
        const pending = Promise.withResolvers<ImportReply>();
        changes.push({ ...pending, change: input.change });
        return pending.promise;
      }),
    },
  });
  const actor = createActor(machine, { clock, input: { id } }).start();
  return { actor, clock, upload$, broadcasts$, reads, changes, fixes, stage: () => actor.getSnapshot().value.stage };
}

/** Lets promises that are settled be heard. */
export const heard = () => new Promise((resolve) => setImmediate(resolve));

/** An attempt opened by its number, as the server has it. */
export async function openAt(differs: Partial<ImportAttempt>) {
  const opened = open(41);
  opened.reads[0]?.resolve(reply(differs));
  await heard();
  return opened;
}
