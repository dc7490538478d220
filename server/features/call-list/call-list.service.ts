import { CALL_LIST_MAX, type ListedContact, type readCallList as ReadCallList } from '#contract/call-list.contract.ts';
import type { ContactSelection } from '#contract/contacts/scope.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { pick } from '../bulk/selection.ts';
import { mayEachBeReached } from '../compliance/may-be-reached.ts';
import { seenBy } from '../contacts/contact-visibility.ts';
import { type CallableRow, findCallable } from './call-list.sql.ts';

/**
 * The contacts of a selection that can be called now, then those that can be called later; no others.
 * @throws {Refusal} as `pick`.
 */
export function readCallList(
  deps: Deps,
  identity: Identity,
  selection: ContactSelection,
): Promise<Reply<typeof ReadCallList>> {
  return withAccount(deps.pool, identity, async (tx) => {
    const picked = await pick(deps, tx, identity, selection);
    const found = await findCallable(tx, picked, await seenBy(tx, identity), CALL_LIST_MAX + 1);
    const rows = found.slice(0, CALL_LIST_MAX);
    const withPhone = rows.filter(({ phone }) => phone !== null);
    const asked = { channel: 'call', purpose: 'marketing', at: deps.now() } as const;
    const decisions = await mayEachBeReached(tx, deps.seal, withPhone, asked);
    const isNow = (_: CallableRow, place: number) => decisions[place]?.allowed === true;
    const isLater = (row: CallableRow, place: number) => !isNow(row, place) && decisions[place]?.next_at !== null;
    const listed = [...withPhone.filter(isNow), ...withPhone.filter(isLater)];
    return {
      data: listed.map(listedOf),
      meta: {
        without_phone: rows.length - withPhone.length,
        not_allowed: withPhone.length - listed.length,
        more: found.length > CALL_LIST_MAX,
      },
    };
  });
}

const listedOf = ({ id, number, name, phone, about }: CallableRow): ListedContact => ({
  id,
  number,
  name,
  phone: phone ?? '',
  about,
});
