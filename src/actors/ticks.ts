/** A clock as React reads it: `read` is asked again every `everyMs`, while somebody listens. */
export function createTicks(everyMs: number, read: () => number) {
  let now = read();
  return {
    subscribe: (onTick: () => void) => {
      const ticking = setInterval(() => {
        now = read();
        onTick();
      }, everyMs);
      return () => clearInterval(ticking);
    },
    getSnapshot: () => now,
  };
}
