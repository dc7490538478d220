import type { ConsentEntry } from '#contract/compliance.contract.ts';
import type { Contact } from '#contract/contacts.contract.ts';
import { whereabouts } from '#rules/places/us-places.ts';
import { wallClocks } from '#rules/time/zoned-time.ts';

/** True when the last day of a consent is over: in any zone of the contact, in UTC without a location. */
export function hasRunOut(
  { channel, expires_on: last }: Pick<ConsentEntry, 'channel' | 'expires_on'>,
  { state, phone }: Pick<Contact, 'state' | 'phone'>,
  now: number,
): boolean {
  if (last === null) return false;
  const zones = channel === 'mail' || channel === 'share' ? [] : whereabouts(state, phone).zones;
  const wall = wallClocks();
  return (zones.length > 0 ? zones : ['UTC']).some((zone) => wall(zone, now).day > last);
}
