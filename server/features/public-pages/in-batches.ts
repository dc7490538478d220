/** How the work for one of a batch ended. */
export type Ended<Done> = { readonly done: Done } | { readonly error: unknown };

interface Batches<One, Done> {
  /** Only what is of one lane is done together, a batch at a time. */
  readonly laneOf: (one: One) => unknown;
  readonly most: number;
  /** Ends of a batch in its order. When it throws, none was done. */
  readonly work: (batch: readonly One[]) => Promise<readonly Ended<Done>[]>;
}

/** Does work alone while its lane is idle; what comes during it goes together into the next batch. */
export function inBatches<One, Done>({ laneOf, most, work }: Batches<One, Done>): (one: One) => Promise<Done> {
  const lanes = new Map<unknown, { readonly one: One; readonly promised: PromiseWithResolvers<Done> }[]>();
  const run = async (lane: unknown): Promise<void> => {
    const waiting = lanes.get(lane) ?? [];
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      const ends = await work(batch.map(({ one }) => one)).catch((error: unknown) => batch.map(() => ({ error })));
      for (const [place, { promised }] of batch.entries()) {
        const end = ends[place] ?? { error: new Error('the batch has no end for this one') };
        if ('done' in end) promised.resolve(end.done);
        else promised.reject(end.error);
      }
    }
    lanes.delete(lane);
  };
  return (one) => {
    const promised = Promise.withResolvers<Done>();
    const lane = laneOf(one);
    const waiting = lanes.get(lane);
    if (waiting === undefined) {
      lanes.set(lane, [{ one, promised }]);
      void run(lane);
    } else waiting.push({ one, promised });
    return promised.promise;
  };
}
