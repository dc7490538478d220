import { type ReactNode, Suspense, useEffect, useState } from 'react';

/** Content that mounts in the frame after the first rows, so that loading it does not delay them. */
export function BehindList({ pending, children }: { pending: boolean; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (pending) return undefined;
    const frame = requestAnimationFrame(() => setShown(true));
    return () => cancelAnimationFrame(frame);
  }, [pending]);
  return isShown ? <Suspense>{children}</Suspense> : null;
}
