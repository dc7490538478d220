import { fromPromise } from 'xstate';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import {
  listDuplicates,
  listMerges,
  type Merge,
  mergeContacts,
  type MergePreview,
  undoMerge,
} from '#contract/duplicates.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { newIdempotencyKey } from '../api/idempotency-key.ts';
import type { MergeOrder, MergeWish } from '../machines/duplicates/merge-context.ts';
import { mergeMachine } from '../machines/duplicates/merge.machine.ts';
import type { Resources } from './_resource.actors.ts';

/** Queries that show contacts or their duplicates. */
const MERGE_CHANGES = [listContacts, readContact, listDuplicates, listMerges];

const bodyOf = ({ ids, survivorId, fields }: MergeWish) => ({
  ids: [...ids],
  fields,
  ...(survivorId !== null && { survivor_id: survivorId }),
});

async function merge(api: ApiClient, { versions, key, ...wish }: MergeOrder): Promise<Merge> {
  const body = { ...bodyOf(wish), versions };
  const { data } = await api.call(mergeContacts, { body, idempotencyKey: key });
  if (data.merge === null) throw new Error('A merge answered no merge.');
  return data.merge;
}

/** The machine of one merge. */
export const composeDuplicates = (api: ApiClient, resources: Resources) => ({
  merge: mergeMachine.provide({
    actors: {
      previewMerge: fromPromise<MergePreview, MergeWish>(async ({ input, signal }) => {
        const body = { ...bodyOf(input), dry_run: true };
        return (await api.call(mergeContacts, { body, idempotencyKey: newIdempotencyKey(), signal })).data.preview;
      }),
      mergeContacts: fromPromise<Merge, MergeOrder>(async ({ input }) => {
        const done = await merge(api, input);
        resources.invalidate(MERGE_CHANGES);
        return done;
      }),
      undoMerge: fromPromise<Merge, { id: number; key: string }>(async ({ input: { id, key } }) => {
        const { data } = await api.call(undoMerge, { params: { id }, idempotencyKey: key });
        resources.invalidate(MERGE_CHANGES);
        return data;
      }),
    },
  }),
});
