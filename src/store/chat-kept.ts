import { storedHint } from './stored-hint.ts';
import { nameOf, type StoredFor } from './stored-once.ts';

interface Schema<Value> {
  readonly safeParse: (stored: unknown) => { readonly data?: Value | undefined };
}

const stored = storedHint<{ readonly for?: unknown; readonly value?: unknown }>(
  'chat',
  1,
  { safeParse: (kept) => (typeof kept === 'object' && kept !== null ? { data: kept } : {}) },
  { ofTab: true },
);

/** The conversation of this tab, restored after a reload; other tabs have their own. Never read for another user. */
export const chatKept = <Value>(schema: Schema<Value>) => ({
  read: (user: StoredFor): Value | null => {
    const kept = stored.read();
    return kept?.for === nameOf(user) ? (schema.safeParse(kept.value).data ?? null) : null;
  },
  write: (user: StoredFor, value: Value): void => stored.write({ for: nameOf(user), value }),
});

/** True when one is stored. Only the lazily loaded part reads its content. */
export const hasKeptChat = (user: StoredFor): boolean =>
  chatKept({ safeParse: (data: unknown) => ({ data }) }).read(user) !== null;
