import { expect, test } from 'vitest';
import type { FollowUp } from '#contract/dashboard.contract.ts';
import { FollowUpsCard } from '../../src/views/dashboard/FollowUpsCard.tsx';
import { click } from '../_kit/mount.ts';
import { button, openDesk } from '../contacts/contacts-desk.tsx';

const TODAY = '2027-02-22';
const FREE = { allowed: true, reason: '', next_at: null };
const ASLEEP = {
  allowed: false,
  reason: "It's 10:00 PM where they live, outside calling hours.",
  next_at: '2027-02-23T13:00:00.000Z',
};

const followUp = (id: number, more: Partial<FollowUp>): FollowUp => ({
  id,
  number: 6_000 + id,
  name: `Contact ${id}`,
  type: 'lead',
  phone: `+1512555010${id}`,
  email: null,
  owner: { id: 1007, name: 'Dana Whitfield' },
  on: TODAY,
  time: null,
  note: '',
  call: FREE,
  ...more,
});

const WITH_PHONE = { feature_overrides: [{ feature: 'phone', enabled: true }] };

const card = (followUps: readonly FollowUp[]) => (
  <FollowUpsCard followUps={followUps} more={false} today={TODAY} withOwner={false} />
);

test('follow-ups are overdue, of today, or later, each with its time', async () => {
  await openDesk(
    card([
      followUp(1, { on: '2027-02-20', note: 'Call back' }),
      followUp(2, { time: '15:30' }),
      followUp(3, {}),
      followUp(4, { on: '2027-02-23', time: '09:00' }),
    ]),
    {},
  );

  const parts = [...document.querySelectorAll('section[aria-label]')].map((part) => [
    part.getAttribute('aria-label'),
    ...[...part.querySelectorAll('li')].map((line) => line.querySelector('.num:not(.dashboard-phone)')?.textContent),
  ]);
  expect(parts).toEqual([
    ['Overdue', '2 days ago'],
    ['Today', '3:30 PM', 'Today'],
    ['Later', 'Tomorrow, 9:00 AM'],
  ]);
});

test('those that are due and have a phone are called one after the other', async () => {
  const sent: unknown[] = [];
  const callList = { getSnapshot: () => ({}), subscribe: () => ({}), send: (event: unknown) => sent.push(event) };
  await openDesk(
    card([
      followUp(1, { on: '2027-02-20' }),
      followUp(2, { phone: null }),
      followUp(3, {}),
      followUp(4, { on: '2027-02-23' }),
    ]),
    {},
    WITH_PHONE,
    undefined,
    { callList },
  );

  click(button('Call 2 due'));

  expect(sent).toEqual([{ type: 'list.start', chosen: { ids: [1, 3] } }]);
});

test('a number that may not be called now says why and from when on', async () => {
  await openDesk(card([followUp(1, { call: ASLEEP })]), {}, { timezone: 'est' });

  expect(document.querySelector('.dashboard-phone')?.textContent).toContain(
    "It's 10:00 PM where they live, outside calling hours. Call from 02/23/2027, 8:00 AM on.",
  );
  expect(document.querySelector('button.dashboard-phone')).toBeNull();
});

test('without the phone there is no list to start', async () => {
  await openDesk(card([followUp(1, {})]), {}, { feature_overrides: [{ feature: 'phone', enabled: false }] });

  expect(document.body.textContent).not.toContain('Call 1 due');
});
