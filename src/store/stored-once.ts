import type { CurrentUser } from '#contract/session.contract.ts';

/** Users of this tab: who signed in, and whom they are logged in as. */
export type StoredFor = Pick<CurrentUser, 'id' | 'identity'>;

/** Data that one view leaves for the next in this tab. */
export interface StoredOnce<Value> {
  readonly put: (user: StoredFor, value: Value) => void;
  /** Reads and removes it. `null`: nothing stored for this user. */
  readonly take: (user: StoredFor) => Value | null;
}

/** A schema of the contract, as far as it matters here. */
interface Schema<Value> {
  readonly safeParse: (stored: unknown) => { readonly data?: Value | undefined };
}

export const nameOf = ({ id, identity }: StoredFor): string => `${identity[0]?.user_id ?? id} as ${id}`;

/**
 * Kept in the session storage under a versioned key, written once, read once and removed on read (core §4). What another
 * person left, or an older version, is dropped; so is everything at sign-out, with the hints. A storage that fails is
 * reported and yields nothing (core §8).
 */
export function storedOnce<Value>(name: string, version: number, schema: Schema<Value>): StoredOnce<Value> {
  const key = `bellwether.${name}.v${version}`;
  return {
    put: (user, value) => {
      try {
        sessionStorage.setItem(key, JSON.stringify({ for: nameOf(user), value }));
      } catch (error) {
        reportError(error);
      }
    },
    take: (user) => {
      try {
        const text = sessionStorage.getItem(key);
        if (text === null) return null;
        sessionStorage.removeItem(key);
        const stored = JSON.parse(text) as { for?: unknown; value?: unknown } | null;
        return stored?.for === nameOf(user) ? (schema.safeParse(stored.value).data ?? null) : null;
      } catch (error) {
        reportError(error);
        return null;
      }
    },
  };
}
