import { EMPTY, mergeMap, type Observable, of } from 'rxjs';
import { type $ZodType, type output, safeParse } from 'zod/v4/core';
import { type ChannelName, StreamBroadcast } from '#contract/_cable.contract.ts';
import type { Cable } from './cable.ts';

/**
 * The facts of one channel, parsed, with what is said about the stream itself: `stream.positioned` once, when
 * nothing is missed any more from there on (what was loaded before may be older), and `stream.lost` (load anew).
 *
 * A stream may carry facts of several channels (`user:<id>` does): those of the others are passed over.
 *
 * Hot and shared per channel and parameters, replays nothing, never errors: a body that does not match goes to
 * `cable.reject` and the stream carries on.
 */
export const parsedBroadcasts = <S extends $ZodType>(
  cable: Cable,
  name: ChannelName,
  params: Readonly<Record<string, unknown>>,
  schema: S,
): Observable<output<S> | StreamBroadcast> =>
  cable.channel(name, params).pipe(
    mergeMap((body) => {
      const aboutStream = safeParse(StreamBroadcast, body);
      if (aboutStream.success) return of(aboutStream.data);
      const fact = safeParse(schema, body);
      if (fact.success) return of(fact.data);
      if (isOfAnotherChannel(schema, body)) return EMPTY;
      cable.reject(name, body, fact.error);
      return EMPTY;
    }),
  );

function isOfAnotherChannel(schema: $ZodType, body: unknown): boolean {
  const own = schema._zod.propValues?.['type'];
  const type = typeof body === 'object' && body !== null && 'type' in body ? body.type : undefined;
  return own !== undefined && typeof type === 'string' && !own.has(type);
}
