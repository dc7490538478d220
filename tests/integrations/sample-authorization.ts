import type { Authorization } from '#contract/integrations.contract.ts';

/** A synced Google calendar. */
export const sampleAuthorization = (more: Partial<Authorization> = {}): Authorization => ({
  id: 1,
  type: 'google',
  name: 'ava@gmail.example',
  status: 'connected',
  sample: false,
  problem: null,
  problem_text: '',
  last_synced_at: '2026-03-04T17:58:00Z',
  syncing: false,
  next_sync_at: '2026-03-04T18:08:00Z',
  events_read: 41,
  events_written: 18,
  events_waiting: 0,
  calendars: 3,
  calendars_synced: 2,
  link: null,
  connected_at: '2026-03-01T12:00:00Z',
  ...more,
});
