import { useEffect, useState } from 'react';

export interface Revealed<Value> {
  /** `null`: hidden. */
  readonly value: Value | null;
  readonly show: (value: Value) => void;
  readonly hide: () => void;
}

/** Something private in clear: in no cache and in no storage, and gone after `ms` or when its place is left. */
export function useRevealed<Value>(ms: number): Revealed<Value> {
  const [shown, setShown] = useState<{ readonly value: Value } | null>(null);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), ms);
    return () => {
      clearTimeout(timer);
      setShown(null);
    };
  }, [shown, ms]);
  return { value: shown?.value ?? null, show: (value) => setShown({ value }), hide: () => setShown(null) };
}
