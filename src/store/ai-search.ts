import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { storedOnce } from './stored-once.ts';

/** The contacts that MAX has found, for the list to open with. */
export const aiSearch = storedOnce('ai-search', 1, ContactsScope);
