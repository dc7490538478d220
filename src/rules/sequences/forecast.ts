import type { Decision } from '#contract/compliance.contract.ts';
import { eventOf, follow, type SequencePlan, type SequenceState } from './sequence.ts';

/** One look at a step, in the future. */
export interface Forecast {
  readonly step: number;
  /** In ms. */
  readonly at: number;
  readonly outcome: 'sends' | 'held' | 'ends';
  /** One sentence; empty when it sends. */
  readonly note: string;
}

/** Looks at a sequence at most. Ours: hours can hold a step only a few times in a month. */
const MOST_LOOKS = 100;

/** What happens to a contact until a time, by the same rules as the sending itself. `ask` decides for an instant. */
export function forecast(
  plan: SequencePlan,
  begin: SequenceState,
  { from, until }: { readonly from: number; readonly until: number },
  ask: (at: Date) => Decision,
): Forecast[] {
  const found: Forecast[] = [];
  let state = begin;
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    if (state.at === null) break;
    const at = Math.max(state.at, from);
    if (at > until) break;
    const due = follow(plan, state, { type: 'clock', now: at });
    if (due.stage !== 'due') {
      if (due.stage === 'ended') found.push({ step: due.step, at, outcome: 'ends', note: due.note });
      break;
    }
    const { step } = due;
    const asked = follow(plan, due, eventOf(plan, ask(new Date(at))));
    if (asked.stage === 'sending') found.push({ step, at, outcome: 'sends', note: '' });
    else found.push({ step, at, outcome: asked.stage === 'held' ? 'held' : 'ends', note: asked.note });
    state = asked.stage === 'sending' ? follow(plan, asked, { type: 'sent', now: at }) : asked;
  }
  return found;
}
