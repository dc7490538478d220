import type { TransferAttempt, TransferPreview, TransferRow } from '#contract/transfers.contract.ts';

/** A transfer under way, unless said otherwise. */
export const transfer = (differs: Partial<TransferAttempt> = {}): TransferAttempt => ({
  id: 61,
  status: 'processing',
  reverted: false,
  revert: false,
  updated_at: '2026-11-20T09:00:03Z',
  user: { id: 1007, name: 'Ada Agent' },
  actor: null,
  to: [{ id: 1012, name: 'Priya Raman' }],
  sentence: 'Mine, state TX',
  note: '',
  total: 12_431,
  done: 4_000,
  counts: { moved: 3_900, unchanged: 88, left: 12 },
  by_reason: [{ reason: 'deleted', contacts: 12 }],
  put_back: null,
  revert_part: null,
  consent: { rule: null, attested: null },
  failure: null,
  rate: 2_000,
  active_ms: 2_000,
  created_at: '2026-11-20T09:00:00Z',
  started_at: '2026-11-20T09:00:01Z',
  finished_at: null,
  version: 7,
  ...differs,
});

/** A finished one: all but twelve have moved. */
export const complete = (differs: Partial<TransferAttempt> = {}): TransferAttempt =>
  transfer({
    status: 'complete',
    done: 12_431,
    counts: { moved: 12_331, unchanged: 88, left: 12 },
    finished_at: '2026-11-20T09:00:09Z',
    version: 14,
    ...differs,
  });

export const preview = (differs: Partial<TransferPreview> = {}): TransferPreview => ({
  sentence: 'Mine, state TX',
  total: 1_219,
  counts: { moved: 1_204, unchanged: 12, left: 3 },
  by_reason: [{ reason: 'deleted', contacts: 3 }],
  first: [{ id: 501, number: 40_501, name: 'Joan Abbot' }],
  owners: [
    { user: { id: 1007, name: 'Ada Agent' }, contacts: 1_000 },
    { user: { id: 1008, name: 'Bo Lund' }, contacts: 204 },
  ],
  owner_count: 2,
  open: { follow_ups: 12, active_policies: 1, waiting_emails: 0, in_other_work: 7 },
  consent: { rule: null, needed: 0, given: 0, missing: 0, withdrawn: 0 },
  ...differs,
});

export const row = (differs: Partial<TransferRow> = {}): TransferRow => ({
  position: 1,
  contact: { id: 501, number: 40_501, name: 'Joan Abbot' },
  outcome: 'moved',
  reason: null,
  first_transfer_id: null,
  from: { id: 1007, name: 'Ada Agent' },
  to: { id: 1012, name: 'Priya Raman' },
  put_back: null,
  kept: null,
  ...differs,
});
