import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { requireContact } from '../../contacts/contacts.service.ts';
import { hasFeatureIn } from '../../flags/flags.service.ts';
import { findMissedCalls, mayLookAt } from './call-lists.sql.ts';
import { visibilityValues } from '../../contacts/contact-visibility.ts';

/** Maximum missed calls in a reply. Our choice. */
const MOST = 3;

export interface MissedCall {
  readonly id: number;
  readonly at: string;
  /** True when the user may open the call's page; otherwise the contact's timeline has it. */
  readonly opens: boolean;
}

/** Missed calls of a contact since then without a callback, newest first. @throws {Refusal} `not_found` */
export const listMissedCalls = (
  deps: Deps,
  identity: Identity,
  contactId: number,
  since: Date,
): Promise<MissedCall[]> =>
  withAccount(deps.pool, identity, async (tx) => {
    await requireContact(tx, identity, contactId);
    const hasPages = await hasPhone(deps, tx, identity);
    const found = await findMissedCalls(tx, visibilityValues(identity), { contactId, since, most: MOST });
    return found
      .filter(({ linked }) => linked || hasPages)
      .map(({ id, at, may_look: mayLook }) => ({ id, at: at.toISOString(), opens: mayLook && hasPages }));
  });

/** Returns the calls whose page a user may open. */
export const openableCalls = (deps: Deps, identity: Identity, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  withAccount(deps.pool, identity, async (tx) => {
    const opening = new Set<number>();
    if (!(await hasPhone(deps, tx, identity))) return opening;
    for (const id of ids) if (await mayLookAt(tx, visibilityValues(identity), id)) opening.add(id);
    return opening;
  });

const hasPhone = async (deps: Deps, tx: Tx, identity: Identity): Promise<boolean> =>
  identity.permissions.includes('phone.call') && hasFeatureIn(deps, tx, identity, 'phone');
