import { useEffect, useState } from 'react';

/** A value once it has not changed for a while, so that not every key asks the server. */
export function useSettled<Value>(value: Value, ms: number): Value {
  const key = JSON.stringify(value);
  const [settled, setSettled] = useState({ key, value });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ key, value }), ms);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- the key stands for the value
  }, [key, ms]);
  return settled.value;
}
