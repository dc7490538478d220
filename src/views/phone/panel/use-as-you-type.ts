import { useEffect, useState } from 'react';
import type { AsYouType } from '../shown-number.ts';

/** `null` until it has loaded; without it a number is shown as it is typed. */
export function useAsYouType(): AsYouType | null {
  const [write, setWrite] = useState<AsYouType | null>(null);
  useEffect(() => {
    let isHere = true;
    void import('./as-you-type.ts').then(
      ({ writeAsYouType }) => {
        if (isHere) setWrite(() => writeAsYouType);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, []);
  return write;
}
