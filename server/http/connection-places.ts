/** Open connections by who has them, up to a limit each. */
export interface Places<Key> {
  /** Takes a place; false: there is none. */
  enter(key: Key): boolean;
  leave(key: Key): void;
}

/** `onFull` hears of a key without a place, once until it has left one. */
export function createPlaces<Key>(limit: number, onFull: (key: Key) => void = () => undefined): Places<Key> {
  const open = new Map<Key, number>();
  const told = new Set<Key>();
  return {
    enter: (key) => {
      const count = open.get(key) ?? 0;
      if (count < limit) {
        open.set(key, count + 1);
        return true;
      }
      if (!told.has(key)) onFull(key);
      told.add(key);
      return false;
    },
    leave: (key) => {
      told.delete(key);
      const rest = (open.get(key) ?? 1) - 1;
      if (rest === 0) open.delete(key);
      else open.set(key, rest);
    },
  };
}
