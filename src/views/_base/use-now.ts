import { useSelector } from '@xstate/store-react';
import { useMemo, useState } from 'react';
import { demoClock } from '../../store/demo-clock.ts';

/** The moment a part was first shown, on the server's clock: enough for days, not for seconds. */
export function useNow(): Date {
  const ahead = useSelector(demoClock, ({ context }) => context.aheadMs);
  const [shown] = useState(() => Date.now());
  return useMemo(() => new Date(shown + ahead), [shown, ahead]);
}
