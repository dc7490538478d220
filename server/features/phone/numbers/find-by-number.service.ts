import type { MatchedContact } from '#contract/phone/call.contract.ts';
import { decisionSentence } from '#rules/compliance/contactability-words.ts';
import { reachOf } from '#rules/access/permissions.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import type { Seal } from '../../../seal.ts';
import { mayEachBeReached } from '../../compliance/may-be-reached.ts';
import { readPhone } from '../../contacts/contact-phone.ts';
import { findMatches, type MatchRow } from './contacts-by-number.sql.ts';
import { type Viewer, visibilityOf } from '../../contacts/contact-visibility.ts';

export { findNumberOutside } from '../phone-people.sql.ts';

/** All contacts of a number, in the whole account. */
export const everyMatch = (tx: Tx, number: string): Promise<MatchRow[]> => findMatches(tx, number, null);

/** All contacts of a number as typed; none if it isn't a number. */
export function findContacts(deps: Deps, identity: Identity, written: string): Promise<MatchedContact[]> {
  const number = readPhone(written);
  if (number === null) return Promise.resolve([]);
  return withAccount(deps.pool, identity, (tx) => matchesOf(tx, deps.seal, identity, { number, at: deps.now() }));
}

/** The contact of a number; `null`: there is none, or several. */
export async function findContact(deps: Deps, identity: Identity, written: string): Promise<MatchedContact | null> {
  const found = await findContacts(deps, identity, written);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Visible contacts of a number, last contacted first, each with whether it may be called now. */
export async function matchesOf(
  tx: Tx,
  seal: Seal,
  viewer: Viewer,
  { number, at }: { readonly number: string; readonly at: Date },
): Promise<MatchedContact[]> {
  const found = await rowsOf(tx, viewer, number);
  const reached = found.map((row) => ({ ...row, phone: number }));
  const decisions = await mayEachBeReached(tx, seal, reached, { channel: 'call', purpose: 'marketing', at });
  return found.map((row, place) => toMatch(row, decisions[place]));
}

/** The only visible contact of a number; `null`: none, or several. */
export async function onlyMatch(tx: Tx, viewer: Viewer, number: string): Promise<number | null> {
  const found = await rowsOf(tx, viewer, number);
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

/** Admins look among all, others among their own and those below (docs/decisions: "Contact list scope"). */
async function rowsOf(tx: Tx, viewer: Viewer, number: string): Promise<MatchRow[]> {
  const contact_group = reachOf(viewer.roles) === 'account' ? 'all' : 'all_agents';
  const { owners } = await visibilityOf(tx, viewer, {
    contact_group,
    all_downline: false,
    pool_id: 'mine',
    downline_user_id: 1,
  });
  return findMatches(tx, number, owners);
}

type Decided = Parameters<typeof decisionSentence>[0];

const toMatch = (
  { id, number, name, city, state, ...row }: MatchRow,
  decision: Decided | undefined,
): MatchedContact => ({
  id,
  number,
  name,
  city,
  state,
  phone_type: row.phone_type,
  last_talked_at: row.last_talked_at?.toISOString() ?? null,
  may_be_called:
    decision === undefined
      ? { allowed: false, reason: '' }
      : { allowed: decision.allowed, reason: decisionSentence(decision) },
});
