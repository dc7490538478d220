import type { ChatContact } from '#contract/chat/reply.contract.ts';
import type { ContactRow } from '#contract/contacts/contact-list.contract.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { contactName } from '#rules/contacts/contact-name.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { listContacts } from '../contacts/list/list-contacts.service.ts';

/** Cards that an answer shows at most: more are a list. Source: core §9, 'the first one' up to the fifth. */
export const MOST_CARDS = 5;

/** Characters of a scope's `q` at most. */
const LONGEST_NAME = 200;

/** Contacts that a name, a number or an address may mean. */
export interface Named {
  /** The first ones, in the order of the list. */
  readonly contacts: readonly ChatContact[];
  readonly total: number;
  /** No contact has exactly this name: these are similar. */
  readonly close: boolean;
}

export const chatContact = ({ id, number, city, state, phone, owner, ...row }: ContactRow): ChatContact => ({
  id,
  number,
  name: contactName(row),
  city,
  state,
  phone,
  owner: owner.name,
});

/** MAX may be used by a key without access to contacts. @throws {Refusal} `access_denied` */
export function requireContacts({ permissions }: Identity): void {
  if (!permissions.includes('contacts.read')) throw new Refusal('access_denied', "You don't have access to contacts.");
}

/**
 * Visible contacts with this name; exact matches alone, otherwise similar ones.
 * @throws {Refusal} as `listContacts`.
 */
export const findNamed = (deps: Deps, identity: Identity, text: string): Promise<Named> =>
  findNamedIn(deps, identity, { q: text, contact_group: 'all' });

/** The same within a scope whose `q` is the name. @throws {Refusal} as `listContacts`. */
export async function findNamedIn(
  deps: Deps,
  identity: Identity,
  scope: ContactsScopeInput,
  timeoutMs?: number,
): Promise<Named> {
  requireContacts(identity);
  if ((scope.q ?? '').length > LONGEST_NAME) return { contacts: [], total: 0, close: false };
  const find = async (forgiving: boolean): Promise<Named> => {
    const asked = ContactsScope.parse({ ...scope, limit: MOST_CARDS, page: 1, forgiving });
    const { data, meta } = await listContacts(deps, identity, asked, timeoutMs === undefined ? {} : { timeoutMs });
    return { contacts: data.map(chatContact), total: meta.total_count ?? data.length, close: forgiving };
  };
  const exact = await find(false);
  if (exact.total > 0) return exact;
  const close = await find(true);
  return close.total > 0 ? close : exact;
}
