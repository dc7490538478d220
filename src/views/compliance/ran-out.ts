import type { ConsentEntry } from '#contract/compliance.contract.ts';
import { type PlaceFacts, whereabouts } from '#rules/places/whereabouts.ts';
import { wallClocks } from '#rules/time/zoned-time.ts';

/** True when the last day of a consent is over: in any zone of the contact, in UTC without a location. */
export function hasRunOut(
  { channel, expires_on: last }: Pick<ConsentEntry, 'channel' | 'expires_on'>,
  contact: PlaceFacts,
  now: number,
): boolean {
  if (last === null) return false;
  const zones = channel === 'mail' || channel === 'share' ? [] : whereabouts(contact).zones;
  const wall = wallClocks();
  return (zones.length > 0 ? zones : ['UTC']).some((zone) => wall(zone, now).day > last);
}
