/**
 * Runs a few tasks at a time while others wait in line: after a restart thousands of sockets arrive at the same time.
 */
export function createGate(places: number): <T>(work: () => Promise<T>) => Promise<T> {
  let free = places;
  const line: (() => void)[] = [];
  let head = 0;

  const leave = () => {
    const next = line[head];
    if (next === undefined) {
      free += 1;
      return;
    }
    head += 1;
    if (head === line.length) {
      line.length = 0;
      head = 0;
    }
    next();
  };

  return async (work) => {
    if (free > 0) free -= 1;
    else await new Promise<void>((enter) => line.push(enter));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
