import type { CustomDomain, DomainFault, DomainStatus } from '#contract/custom-domains.contract.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Milliseconds for which a domain that no longer points here is still served: time to repair a mistake. Ours. */
export const GRACE_MS = 72 * HOUR_MS;
/** Milliseconds for which a released name is offered to no other agency: its old records may still point here. Ours. */
export const HELD_MS = 30 * DAY_MS;
/** Milliseconds for which a domain without the right records is looked at. Ours. */
const GIVEN_UP_MS = 30 * DAY_MS;

export interface Standing {
  readonly status: DomainStatus;
  /** When the first of the checks failed that have failed since; `null`: the last one didn't. */
  readonly failing_since: Date | null;
  readonly verified_at: Date | null;
  readonly created_at: Date;
}

/** No answer and a failing name server prove nothing about the records, so they don't start the clock. */
const provesNothing = (fault: DomainFault): boolean => fault === 'no_answer' || fault === 'server_failed';

/** Where a domain is after a check. `fault` is `null` when everything is right. */
export function standingAfter(before: Standing, fault: DomainFault | null, at: Date): Standing {
  if (fault === null) return { ...before, status: 'verified', failing_since: null, verified_at: at };
  const { status, failing_since: since } = before;
  if (status === 'pending' || status === 'suspended') return before;
  if (since === null) return provesNothing(fault) ? before : { ...before, status: 'failing', failing_since: at };
  return at.getTime() - since.getTime() < GRACE_MS || provesNothing(fault)
    ? before
    : { ...before, status: 'suspended' };
}

/** When to look again; `null`: only when someone asks. Records are soon right, or not for a long time. */
export function nextCheckAfter({ status, failing_since, created_at }: Standing, at: Date): Date | null {
  const after = (ms: number) => new Date(at.getTime() + ms);
  if (status === 'verified') return after(6 * HOUR_MS);
  const age = at.getTime() - (failing_since ?? created_at).getTime();
  if (status === 'failing' || age < HOUR_MS) return after(status === 'failing' ? 15 * MINUTE_MS : MINUTE_MS);
  if (age < DAY_MS) return after(15 * MINUTE_MS);
  return age < GIVEN_UP_MS ? after(6 * HOUR_MS) : null;
}

export const isServed = (status: DomainStatus): boolean => status === 'verified' || status === 'failing';

/** The steps to a live domain. */
export function stepsOf(status: DomainStatus): CustomDomain['verification_steps'] {
  const isLive = isServed(status);
  return [
    { step: 'name', state: 'done' },
    { step: 'records', state: isLive ? 'done' : 'current' },
    { step: 'live', state: isLive ? 'done' : 'waiting' },
  ];
}
