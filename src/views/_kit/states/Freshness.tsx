import { Dot } from '../display/Dot.tsx';

export type FreshnessState =
  | { is: 'live'; at?: string }
  | { is: 'catchingUp' }
  /** Clock time, ready to show. */
  | { is: 'stale'; since: string };

/** Shows whether the screen matches the server. */
export function Freshness({ state }: { state: FreshnessState }) {
  const tone = { live: 'good', catchingUp: 'warn', stale: 'bad' } as const;
  return (
    <output className="fresh">
      <Dot tone={tone[state.is]} />
      <span className="num">{wordOf(state)}</span>
    </output>
  );
}

function wordOf(state: FreshnessState): string {
  switch (state.is) {
    case 'live':
      return state.at === undefined ? 'Live' : `Live, ${state.at}`;
    case 'catchingUp':
      return 'Catching up';
    case 'stale':
      return `Offline since ${state.since}`;
  }
}
