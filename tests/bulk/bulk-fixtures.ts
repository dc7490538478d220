import type { BulkCheck, BulkJob } from '#contract/bulk.contract.ts';

/** A job under way, unless said otherwise. */
export const job = (differs: Partial<BulkJob> = {}): BulkJob => ({
  id: 51,
  change: { action: 'tags', mode: 'add', tag_ids: [3] },
  names: ['hot'],
  sentence: 'Mine, state TX',
  status: 'processing',
  failure: null,
  user: { id: 1007, name: 'Ada Agent' },
  total: 12_431,
  done: 4_000,
  counts: { changed: 3_900, unchanged: 88, refused: 12 },
  undo: null,
  rate: 2_000,
  active_ms: 2_000,
  created_at: '2026-11-20T09:00:00Z',
  started_at: '2026-11-20T09:00:01Z',
  finished_at: null,
  undo_until: null,
  version: 7,
  ...differs,
});

export const check = (differs: Partial<BulkCheck['counts']> = {}): BulkCheck => {
  const counts = { changed: 214, unchanged: 12, refused: 0, ...differs };
  return {
    total: counts.changed + counts.unchanged + counts.refused,
    counts,
    opt_outs: null,
    by_reason: counts.refused > 0 ? [{ reason: 'deleted', contacts: counts.refused }] : [],
  };
};
