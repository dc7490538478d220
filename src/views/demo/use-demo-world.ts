import { useState } from 'react';
import { type DemoWorld, readDemoWorld } from '#contract/demo.contract.ts';
import { type Resource, type ResourceState, useResource } from '../_base/use-resource.ts';
import { useTicks } from '../_base/use-ticks.ts';

/** Milliseconds between an answer and the next question. Ours. */
const LOOK_MS = 1_000;

/** Milliseconds between two looks at the time that is left. Ours: a second is seen to pass. */
const TICK_MS = 500;

/** Milliseconds after which a question counts as lost, and another one goes out. Ours. */
const LOST_MS = 4_000;

/** Milliseconds of silence before the user is notified. Our choice: three readings. */
const SILENCE_MS = 3_000;

export interface SeenWorld {
  /** Last known state. `null` for none yet. */
  readonly world: DemoWorld | null;
  /** Age in milliseconds. */
  readonly ageMs: number;
  /** The server does not answer now. */
  readonly isGone: boolean;
  /** Error of the last request. `null` when it succeeded. */
  readonly error: Resource<unknown>['error'];
  readonly reload: () => void;
}

const nextLook = ({ isLoading }: ResourceState<unknown>): number => (isLoading ? LOST_MS : LOOK_MS);

const sinceStart = (): number => performance.now();

/** State of the demo world, polled, also while the server is down. */
export function useDemoWorld(): SeenWorld {
  const { data, error, reload } = useResource(readDemoWorld, {}, { reloadAfter: nextLook });
  const world = data?.data ?? null;
  const now = useTicks(TICK_MS, sinceStart);
  const [heard, setHeard] = useState({ world, at: now });
  if (heard.world !== world) setHeard({ world, at: now });

  const ageMs = Math.max(0, now - heard.at);
  return { world, ageMs, isGone: world !== null && ageMs > SILENCE_MS, error, reload };
}
