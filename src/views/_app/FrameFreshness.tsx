import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { formatTime } from '../_kit/format/format-when.ts';
import { Freshness, type FreshnessState } from '../_kit/states/Freshness.tsx';
import { useApp } from '../_base/use-app.ts';
import { useFreshness } from '../_base/use-freshness.ts';

/** Shows whether the screen matches the server. */
export function FrameFreshness() {
  const freshness = useFreshness();
  const zone = IANA_ZONES[useApp().user.timezone];
  return <Freshness state={stateOf(freshness, zone)} />;
}

function stateOf(freshness: ReturnType<typeof useFreshness>, zone: string): FreshnessState {
  switch (freshness.state) {
    case 'live':
      return { is: 'live' };
    case 'stale':
      return { is: 'stale', since: formatTime(new Date(freshness.since), zone) };
    default:
      return { is: 'catchingUp' };
  }
}
