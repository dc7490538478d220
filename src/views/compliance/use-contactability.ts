import type { Contact } from '#contract/contacts.contract.ts';
import { type Decision, readContactability } from '#contract/compliance.contract.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { type ResourceState, useResource } from '../_base/use-resource.ts';

/** Milliseconds between two changes of any clock or day: hours open and close on quarters of an hour. */
const QUARTER_MS = 900_000;
/** Milliseconds after the minute at which it is asked, for clocks that differ. Ours. */
const LATE_MS = 1_000;

/**
 * Milliseconds until the answer may change: a closed channel says when it opens, an open one doesn't say when it
 * closes.
 */
export function msUntilAnother(decisions: readonly Pick<Decision, 'next_at'>[], now: number): number {
  const opens = decisions
    .flatMap(({ next_at: next }) => (next === null ? [] : [Date.parse(next) - now]))
    .filter((wait) => wait > 0);
  return Math.min(QUARTER_MS - (now % QUARTER_MS), ...opens) + LATE_MS;
}

const untilAnother = ({ data }: ResourceState<{ data: readonly Decision[] }>): number =>
  msUntilAnother(data?.data ?? [], clockNow());

/** Contact permissions right now; reloaded when they may have changed, also after a failure. */
export function useContactability({ id, deleted_at }: Contact) {
  return useResource(readContactability, deleted_at === null ? { params: { id } } : null, {
    reloadAfter: untilAnother,
  });
}
