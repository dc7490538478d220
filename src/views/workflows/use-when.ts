import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { useApp } from '../_base/use-app.ts';
import { useNow } from '../_base/use-now.ts';
import { formatWhen } from '../_kit/format/format-when.ts';

/** Says when something is, at the user's place. */
export function useWhen(): (at: string) => string {
  const { user } = useApp();
  const now = useNow();
  return (at) => formatWhen(at, IANA_ZONES[user.timezone], now);
}
