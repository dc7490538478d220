import type { PrintJob } from '#contract/printing.contract.ts';

/** A print under way, unless said otherwise. */
export const print = (differs: Partial<PrintJob> = {}): PrintJob => ({
  id: 51,
  jid: 'aaaaaaaaaaaaaaaaaaaaaa',
  kind: 'labels',
  sentence: 'Mine, state TX',
  status: 'working',
  failure: null,
  user: { id: 1007, name: 'Ada Agent' },
  total: 300,
  done: 50,
  printed: 0,
  skipped: 0,
  pages: null,
  bytes: null,
  kept_until: null,
  has_file: false,
  created_at: '2026-11-20T09:00:00Z',
  started_at: '2026-11-20T09:00:01Z',
  finished_at: null,
  version: 7,
  ...differs,
});
