import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** What comes in the frame after the rows were there for the first time: what loads then makes them no later. */
export function BehindList({ pending, children }: { pending: boolean; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (pending) return undefined;
    const frame = requestAnimationFrame(() => setShown(true));
    return () => cancelAnimationFrame(frame);
  }, [pending]);
  return isShown ? <Suspense>{children}</Suspense> : null;
}
