import * as z from 'zod/mini';

const PREFIX = 'bellwether.';

/** One small thing kept in this browser: a convenience, never the truth. */
export interface StoredHint<Value> {
  /** `null`: nothing stored, or something that an older version wrote. */
  readonly read: () => Value | null;
  readonly write: (value: Value) => void;
}

/**
 * A hint under a versioned key. A browser that refuses storage yields nothing and keeps nothing (core §8).
 * Signing out removes every hint.
 */
export function storedHint<S extends z.ZodMiniType>(name: string, version: number, schema: S): StoredHint<z.output<S>> {
  const key = `${PREFIX}${name}.v${version}`;
  return {
    read: () => {
      try {
        return z.safeParse(schema, JSON.parse(localStorage.getItem(key) ?? 'null')).data ?? null;
      } catch {
        return null;
      }
    },
    write: (value) => {
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // A full or forbidden storage costs a hint, nothing else.
      }
    },
  };
}

export function clearStoredHints(): void {
  try {
    const ours = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    for (const key of ours) localStorage.removeItem(key);
  } catch {
    // Nothing could be stored either.
  }
}
