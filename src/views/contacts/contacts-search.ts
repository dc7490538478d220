import * as z from 'zod/mini';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import { CONTACT_TAB_KEYS, type ContactTabKey } from './page/contact-tab-keys.ts';

/** The scope of the contact list as it stands in the address: what is absent is the default. */
export type ContactsSearch = Partial<ContactsScopeInput>;

export const contactsSearch = (raw: RawSearch): ContactsSearch => readSearch(ContactsScope.shape, raw);

export const contactSearch = (raw: RawSearch): { tab?: ContactTabKey } =>
  readSearch({ tab: z.enum(CONTACT_TAB_KEYS) }, raw);
