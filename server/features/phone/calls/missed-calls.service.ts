import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { sightValues } from '../../contacts/contact-sight.ts';
import { requireContact } from '../../contacts/contacts.service.ts';
import { hasFeatureIn } from '../../flags/flags.service.ts';
import { findMissedCalls, mayLookAt } from './call-lists.sql.ts';

/** Missed calls that are told at once. Ours. */
const MOST = 3;

export interface MissedCall {
  readonly id: number;
  readonly at: string;
  /** Whether the page of the call opens for them; else the timeline of the contact tells of it. */
  readonly opens: boolean;
}

/** Calls of a contact since then that nobody took and nobody called back, newest first. @throws {Refusal} `not_found` */
export const listMissedCalls = (
  deps: Deps,
  identity: Identity,
  contactId: number,
  since: Date,
): Promise<MissedCall[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const hasPages = await hasPhone(deps, tx, identity);
    const found = await findMissedCalls(tx, sightValues(identity), { contactId, since, most: MOST });
    return found
      .filter(({ linked }) => linked || hasPages)
      .map(({ id, at, may_look: mayLook }) => ({ id, at: at.toISOString(), opens: mayLook && hasPages }));
  });

/** Those of these calls whose page opens for somebody. */
export const openableCalls = (deps: Deps, identity: Identity, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const opening = new Set<number>();
    if (!(await hasPhone(deps, tx, identity))) return opening;
    for (const id of ids) if (await mayLookAt(tx, sightValues(identity), id)) opening.add(id);
    return opening;
  });

const hasPhone = async (deps: Deps, tx: Tx, identity: Identity): Promise<boolean> =>
  identity.permissions.includes('phone.call') && hasFeatureIn(deps, tx, identity, 'phone');
