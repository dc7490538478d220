import type { ContactFilter } from '#contract/contacts/scope.contract.ts';
import { isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { drugWords, maskDrug } from '#rules/insurance/drug-names.ts';
import { writeAudit } from '../../../audit.ts';
import type { Pool } from '../../../db/pool.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import { createRateLimiter, type RateLimiter } from '../../../http/rate-limits.ts';
import type { Identity } from '../../../identity.ts';
import { causeNow } from '../../../telemetry/cause.ts';
import { findBlindIndexer } from '../../records/data-keys.ts';
import { hasWordless } from '../../records/rx-words.ts';
import type { SearchFilter } from './contact-search.ts';

/** Seconds after which a search is worth another try. Ours: the job is looked for every minute. */
const RETRY_AFTER_S = 60;

export interface Searching extends Pick<Deps, 'now' | 'pool' | 'seal'> {
  /** True: the caller writes a row to the audit log that tells of the search. */
  readonly isAudited?: boolean;
}

type Asked = Pick<ContactFilter, 'field'> & { readonly op?: ContactFilter['op'] | undefined };

const isOfPrescriptions = ({ field }: { readonly field: string }): boolean => field === 'prescription';

/** True when a list of these filters shows who takes a drug. */
export const namesDrugs = (filters: readonly Asked[]): boolean =>
  filters.some((filter) => isOfPrescriptions(filter) && !isEmptyOp(filter.op));

export const NO_PRESCRIPTIONS = "You don't have permission to view prescriptions, so you can't search by them.";

export const maySearchPrescriptions = ({ permissions }: Pick<Identity, 'permissions'>): boolean =>
  permissions.includes('contacts.reveal');

/** @throws {Refusal} `access_denied` when filters tell of prescriptions that this identity may not view. */
export function requirePrescriptions(identity: Pick<Identity, 'permissions'>, filters: readonly Asked[]): void {
  if (!filters.some(isOfPrescriptions) || maySearchPrescriptions(identity)) return;
  throw new Refusal('access_denied', NO_PRESCRIPTIONS);
}

/**
 * Replaces drugs by the hashes of their words, as the database takes them. A search by a drug is like a reveal: it needs
 * the same permission, counts against the same number a minute, and writes a row to the audit log.
 * @throws {Refusal} `access_denied`, `too_many`, `unavailable` while prescriptions have no words yet.
 */
export async function blindDrugs(
  deps: Searching,
  tx: Tx,
  identity: Identity,
  filters: readonly SearchFilter[],
): Promise<readonly SearchFilter[]> {
  const asked = filters.filter(isOfPrescriptions);
  if (asked.length === 0) return filters;
  requirePrescriptions(identity, filters as readonly Asked[]);
  const named = asked.filter(({ op }) => !isEmptyOp(op));
  if (named.length > 0) limiterOf(deps).count('reveal', identity.userId);
  if (await hasWordless(tx)) {
    const message = 'Prescriptions are still being prepared for search. Try again in a minute.';
    throw new Refusal('unavailable', message, { retryAfter: RETRY_AFTER_S });
  }
  if (named.length === 0) return filters;
  if (deps.isAudited !== true) {
    const drugs = named.flatMap(({ values }) => values.map(maskDrug));
    await writeAudit(tx, identity, causeNow()?.requestId ?? '', {
      action: 'prescriptions.searched',
      detail: { drugs },
    });
  }
  const hashOf = await findBlindIndexer(tx, deps.seal);
  const blind = (drug: string) =>
    hashOf === null
      ? ''
      : drugWords(drug)
          .map((word) => hashOf('rx_word', word).toString('hex'))
          .join(' ');
  return filters.map((filter) => (named.includes(filter) ? { ...filter, values: filter.values.map(blind) } : filter));
}

/** Counts in this process, as the limits of endpoints do. */
const limiters = new WeakMap<Pool, RateLimiter>();

function limiterOf({ pool, now }: Searching): RateLimiter {
  const known = limiters.get(pool);
  if (known !== undefined) return known;
  const fresh = createRateLimiter(() => now().getTime());
  limiters.set(pool, fresh);
  return fresh;
}
