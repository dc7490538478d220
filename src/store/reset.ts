import { Id } from '#contract/_wire.contract.ts';
import { bannerStore } from './banner.store.ts';
import { contactsStore } from './contacts.store.ts';
import { displayStore } from './display.store.ts';
import { fieldDraftsStore } from './field-drafts.store.ts';
import { loginStackStore } from './login-stack.store.ts';
import { panelPlacesStore } from './panel-places.store.ts';
import { quoteNotesStore } from './quote-notes.store.ts';
import { recentContactsStore } from './recent-contacts.store.ts';
import { shortcutsStore } from './shortcuts.store.ts';
import { clearStoredHints, storedHint } from './stored-hint.ts';
import { textDraftsStore } from './text-drafts.store.ts';

/** Every slice of client data. A new one is added here, else a test fails. */
const SLICES = [
  bannerStore,
  contactsStore,
  displayStore,
  fieldDraftsStore,
  loginStackStore,
  panelPlacesStore,
  quoteNotesStore,
  recentContactsStore,
  shortcutsStore,
  textDraftsStore,
] as const;

/** Clears everything of the previous user: slices, stored search and filter state, hints. */
export function resetStores(): void {
  for (const slice of SLICES) slice.trigger.reset();
  clearStoredHints();
}

export const lastUserHint = storedHint('last-user', 1, Id);

/** Drafts and choices outlive an expired session, but only for the same person. */
export function adoptUser(id: number): void {
  const before = lastUserHint.read();
  if (before !== null && before !== id) resetStores();
  lastUserHint.write(id);
}
