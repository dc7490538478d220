import { act } from 'react';
import { Subject } from 'rxjs';
import { expect, test } from 'vitest';
import type { MinutesRequest } from '#contract/phone/call.contract.ts';
import { MinutesRequests } from '../../src/views/phone/dock/MinutesRequests.tsx';
import { click, only } from '../_kit/mount.ts';
import { button, calm, openAccount, refused } from '../profile/own-account.tsx';

const request = (id: number, name: string, note = ''): MinutesRequest => ({
  id,
  user: { id: 1_000 + id, name },
  minutes: 200,
  note,
  status: 'open',
  created_at: '2026-11-20T15:00:00.000Z',
});
const PRIYA = request(1, 'Priya Raman', 'AEP week');
const EMEKA = request(2, 'Emeka Okafor');

const open = (answerMinutesRequest: object = { data: PRIYA }, requests = [PRIYA, EMEKA]) =>
  openAccount(<MinutesRequests />, { listMinutesRequests: { data: requests }, answerMinutesRequest });

test('who waits longest stands on the page, with what they wrote and how many others wait', async () => {
  await open();

  expect(only('.banner').textContent).toContain('Priya Raman requested 200 more phone minutes per month');
  expect(only('.banner').textContent).toContain('AEP week · 1 more waiting');
});

test('nobody who asks is no notice', async () => {
  await open({}, []);

  expect(document.querySelector('.banner')).toBeNull();
});

test.each([
  ['Approve 200', 200, 'Priya Raman now has 200 more minutes per month.'],
  ['Decline', 0, 'Request declined'],
])('%s answers at once', async (label, minutes, words) => {
  const { asked, said } = await open();

  click(button(label));
  await calm();

  expect(asked('answerMinutesRequest')).toEqual([{ body: { id: 1, minutes } }]);
  expect(said).toEqual([words]);
  expect(asked('listMinutesRequests')).toHaveLength(2);
});

test('what somebody else has answered meanwhile is said, and the list loads anew', async () => {
  const { asked, said } = await open(refused('', 'Someone already approved 200 minutes.'));

  click(button('Approve 200'));
  await calm();

  expect(said).toEqual(['Someone already approved 200 minutes.']);
  expect(asked('listMinutesRequests')).toHaveLength(2);
});

test('put away, it makes room for the next one', async () => {
  await open();

  click(only('[aria-label^="Dismiss"]'));

  expect(only('.banner').textContent).toContain('Emeka Okafor requested 200 more phone minutes per month');
});

test('a request that comes while the page is open shows at once', async () => {
  const heard$ = new Subject<unknown>();
  const { asked } = await openAccount(<MinutesRequests />, { listMinutesRequests: { data: [] } }, { heard$ });

  act(() => heard$.next({ type: 'minutes.requested', request: PRIYA }));
  await calm();

  expect(asked('listMinutesRequests')).toHaveLength(2);
});
