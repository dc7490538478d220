import { expect, test } from 'vitest';
import { TIME_ZONES } from '#contract/session.contract.ts';
import { zoneOfRegion } from '#rules/time/region-zone.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';

test.each([
  ['US/Eastern', 'est'],
  ['US/East-Indiana', 'est'],
  ['America/Indiana/Indianapolis', 'est'],
  ['America/Indiana/Knox', 'cst'],
  ['America/North_Dakota/Center', 'cst'],
  ['America/Phoenix', 'mst'],
  ['US/Pacific', 'pst'],
  ['America/Juneau', 'akst'],
  ['America/Adak', 'hst'],
  ['Europe/Berlin', null],
  ['UTC', null],
])('%s is in %s', (region, zone) => {
  expect(zoneOfRegion(region)).toBe(zone);
});

test('each zone is that of its own region', () => {
  expect(TIME_ZONES.map((zone) => zoneOfRegion(IANA_ZONES[zone]))).toEqual(TIME_ZONES);
});
