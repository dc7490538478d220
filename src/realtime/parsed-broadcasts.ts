import { EMPTY, mergeMap, type Observable, of } from 'rxjs';
import { type ChannelName, StreamBroadcast } from '#contract/_cable.contract.ts';
import type { Cable } from './cable.ts';

/** A schema of the contract, as far as it matters here. */
interface Schema<Fact> {
  /** The literals of the discriminator, of a discriminated union. */
  readonly _zod: { readonly propValues?: Readonly<Record<string, ReadonlySet<unknown>>> | undefined };
  readonly safeParse: (
    body: unknown,
  ) => { readonly success: true; readonly data: Fact } | { readonly success: false; readonly error: unknown };
}

/**
 * Parsed facts of one channel, with facts about the stream itself: `stream.positioned` once, when nothing is missed
 * from there on (earlier data may be stale), and `stream.lost` (reload).
 *
 * A stream may carry facts of several channels (`user:<id>` does): those of the others are passed over.
 *
 * Hot and shared per channel and parameters, replays nothing, never errors: a body that does not match goes to
 * `cable.reject` and the stream carries on.
 */
export const parsedBroadcasts = <Fact>(
  cable: Cable,
  name: ChannelName,
  params: Readonly<Record<string, unknown>>,
  schema: Schema<Fact>,
): Observable<Fact | StreamBroadcast> =>
  cable.channel(name, params).pipe(
    mergeMap((body): Observable<Fact | StreamBroadcast> => {
      const aboutStream = StreamBroadcast.safeParse(body);
      if (aboutStream.success) return of(aboutStream.data);
      const fact = schema.safeParse(body);
      if (fact.success) return of(fact.data);
      if (isOfAnotherChannel(schema, body)) return EMPTY;
      cable.reject(name, body, fact.error);
      return EMPTY;
    }),
  );

/** A stream carries the facts of several channels; those of others are no fault. */
function isOfAnotherChannel(schema: Schema<unknown>, body: unknown): boolean {
  const own = schema._zod.propValues?.['type'];
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return own !== undefined && typeof type === 'string' && !own.has(type);
}
