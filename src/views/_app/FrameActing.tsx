import { useState } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { leftOf, stepBelow } from '../../machines/session/identity.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { ActingBar } from '../_frame/ActingBar.tsx';
import { formatTime } from '../_kit/format/format-when.ts';
import { useApp } from '../_base/use-app.ts';
import { useTicks } from '../_base/use-ticks.ts';

const MINUTE_MS = 60_000;
/** Milliseconds between two looks at the clock. Ours: a minute changes on the screen soon after it has changed. */
const LOOK_MS = 10_000;

/** Actions that no one can do for another user (promise P6). */
const LIMITS = "You can't change passwords, two-factor, API keys, terms or cards.";

/** Bar above every page while logged in as someone else; otherwise nothing. */
export function FrameActing() {
  const { user, session } = useApp();
  const now = useTicks(LOOK_MS, clockNow);
  const [isLeaving, setLeaving] = useState(false);
  const below = stepBelow(user.identity);
  const top = user.identity.at(-1);
  if (below === null || top === undefined) return null;
  return (
    <ActingBar
      people={user.identity.map(({ name }) => name)}
      since={formatTime(top.since, IANA_ZONES[user.timezone])}
      left={wordsOfLeft(leftOf(user.identity, now))}
      reason={top.reason}
      limits={LIMITS}
      exitLabel={`Exit to ${below.name.split(' ')[0]}`}
      busy={isLeaving}
      onExit={() => {
        setLeaving(true);
        session.send({ type: 'session.leave' });
      }}
    />
  );
}

export const wordsOfLeft = (ms: number): string =>
  ms < MINUTE_MS ? 'less than a minute left' : `${Math.floor(ms / MINUTE_MS)} min left`;
