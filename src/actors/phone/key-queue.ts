/**
 * Milliseconds between two keys on the line. A browser holds one tone back while another one plays, and a third replaces
 * it. Measured in Chromium: 305 to 312 from one tone to the next, its own 160 and twice the pause of 70; the rest is for a
 * busy page.
 */
export const KEY_MS = 350;

export interface KeyQueue {
  /** Sends the first key immediately, and the others in their order. */
  readonly press: (keys: string) => void;
  /** Drops what waits. */
  readonly stop: () => void;
}

/** Sends keys one by one, however fast they are pressed: none replaces another whose tone has not started. */
export function createKeyQueue(send: (key: string) => void): KeyQueue {
  let waiting = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    const key = waiting.slice(0, 1);
    waiting = waiting.slice(1);
    timer = key === '' ? undefined : setTimeout(next, KEY_MS);
    if (key !== '') send(key);
  };
  return {
    press: (keys) => {
      waiting += keys;
      if (timer === undefined) next();
    },
    stop: () => {
      waiting = '';
      clearTimeout(timer);
    },
  };
}
