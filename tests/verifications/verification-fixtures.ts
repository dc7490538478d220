import type { VerificationRun } from '#contract/verifications.contract.ts';

/** A run of an agent that has verified 50 of 300 numbers. */
export const run = (differs: Partial<VerificationRun> = {}): VerificationRun => ({
  id: 81,
  sentence: 'Mine, state TX',
  status: 'working',
  failure: null,
  user: { id: 1007, name: 'Dana Whitfield' },
  contacts: 310,
  without_number: 4,
  already_known: 6,
  total: 300,
  done: 50,
  price_cents: 1,
  by_type: [{ line_type: 'mobile', numbers: 50 }],
  failed: 0,
  charged_cents: 50,
  created_at: '2026-11-19T19:00:00Z',
  started_at: '2026-11-19T19:00:00Z',
  finished_at: null,
  version: 7,
  ...differs,
});
