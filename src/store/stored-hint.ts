const PREFIX = 'bellwether.';

/** One small thing kept in this browser: a convenience, never the truth. */
export interface StoredHint<Value> {
  /** `null`: nothing stored, or something that an older version wrote. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
}

/** A schema of the contract, as far as it matters here. */
interface Schema<Value> {
  readonly safeParse: (stored: unknown) => { readonly data?: Value | undefined };
}

/**
 * A hint under a versioned key. A browser that refuses storage yields nothing and keeps nothing (core §8).
 * Signing out removes every hint. One of the tab is known to that tab alone, and goes with it.
 */
export function storedHint<Value>(
  name: string,
  version: number,
  schema: Schema<Value>,
  { ofTab = false }: { ofTab?: boolean } = {},
): StoredHint<Value> {
  const key = `${PREFIX}${name}.v${version}`;
  const storage = () => (ofTab ? sessionStorage : localStorage);
  return {
    read: () => {
      try {
        return schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // A full or forbidden storage costs a hint, nothing else.
      }
    },
  };
}

export function clearStoredHints(): void {
  try {
    for (const storage of [localStorage, sessionStorage]) {
      const ours = Object.keys(storage).filter((key) => key.startsWith(PREFIX));
      for (const key of ours) storage.removeItem(key);
    }
  } catch {
    // Nothing could be stored either.
  }
}
