import type { Level } from './phone-handle.ts';
import { observeMicrophone } from './microphone.ts';

type Listener = (level: Level) => void;

/** Reports the volume: of the call if there is one, else of the microphone, opened only for that. */
export function createLevels(observe = observeMicrophone) {
  const listeners = new Set<Listener>();
  let isInCall = false;
  let stop: (() => void) | null = null;

  const tell: Listener = (level) => {
    for (const listener of listeners) listener(level);
  };
  const decide = () => {
    const isDue = listeners.size > 0 && !isInCall;
    if (isDue && stop === null) stop = observe(tell);
    if (isDue || stop === null) return;
    stop();
    stop = null;
    tell({ input: 0, output: 0 });
  };

  return {
    tell,
    observe: (listener: Listener) => {
      listeners.add(listener);
      decide();
      return () => {
        listeners.delete(listener);
        decide();
      };
    },
    setInCall: (is: boolean) => {
      isInCall = is;
      decide();
    },
    stop: () => {
      listeners.clear();
      decide();
    },
  };
}
