import { act } from 'react';
import { expect, test } from 'vitest';
import type { NumberOffer, OwnedNumber } from '#contract/numbers.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiError } from '../../src/api/errors.ts';
import { NumbersPage } from '../../src/views/numbers/NumbersPage.tsx';
import '../../src/views/numbers/AssignNumberDialog.tsx';
import '../../src/views/numbers/FindNumberDialog.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const OWN: OwnedNumber = {
  id: 4,
  phone_number: '+15125551234',
  label: 'Austin, TX',
  user: { id: 1007, name: 'Amy Agent' },
  capabilities: ['voice', 'sms', 'mms'],
  bought: true,
  released_until: null,
  registration: { state: 'waiting', reason: 'Carriers are reviewing the brand.' },
};
const OFFERS: NumberOffer[] = [
  { phone_number: '+15125552000', locality: 'Austin', region: 'TX', capabilities: ['voice', 'sms'] },
  { phone_number: '+15125553000', locality: '', region: '', capabilities: ['voice', 'sms', 'mms'] },
];
const order = { id: 1, phone_number: '+15125553000', state: 'bought', price: 2, payment_method: 'card', failure: '' };
const AGENT = { name: 'Amy Agent', email: '', card: '•••• 4242', wallet_balance: 1, ship_to: null };
const gone = '1-512-555-3000 is no longer available. $2.00 went back to your card.';

const open = async (numbers: OwnedNumber[], answers: Record<string, Answer> = {}, who: object = {}) => {
  const desk = await openDesk(
    <NumbersPage />,
    {
      listPhoneNumbers: { data: numbers, meta: { orders: [] } },
      searchPhoneNumbers: { data: OFFERS, meta: { price: 2 } },
      readAgentInfo: { data: AGENT },
      purchasePhoneNumber: { data: order },
      releasePhoneNumber: { data: { ...OWN, released_until: '2026-12-30T12:00:00Z' } },
      restorePhoneNumber: { data: OWN },
      ...answers,
    },
    who,
  );
  await calm();
  return desk;
};
const find = async () => {
  click(button('Get a number'));
  await calm();
  await act(() => new Promise((resolve) => void setTimeout(resolve, 350)));
  await calm();
};
const choose = async (index: number) => {
  const radio = document.querySelectorAll<HTMLInputElement>('input[type=radio]')[index];
  if (radio) click(radio);
  await calm();
};

test('a number is chosen and bought for the price on the button', async () => {
  const { asked, toasts, sent } = await open([OWN]);
  await find();
  expect(asked('searchPhoneNumbers')).toEqual([{ query: { area_code: '512', voice: 'true', sms: 'true' } }]);
  expect(document.body.textContent).toContain('$2.00, charged once. No monthly fee.');
  const buy = [...document.querySelectorAll('button')].find(({ textContent }) =>
    textContent.startsWith('Buy for $2.00'),
  );
  expect(buy?.textContent).toContain('Choose a number first.');
  if (buy) click(buy);
  expect(asked('purchasePhoneNumber')).toEqual([]);
  await choose(1);
  click(button('Buy for $2.00'));
  await calm();
  expect(asked('purchasePhoneNumber')).toEqual([
    { body: { phone_number: '+15125553000', use_wallet: false, expected_price: 2 } },
  ]);
  expect(toasts).toMatchObject([{ tone: 'good', text: '1-512-555-3000 is your number now.' }]);
  expect(sent).toContainEqual({ type: 'session.refresh' });
});

test('a number that someone else took says what became of the money, and the search runs again', async () => {
  const refused = new ApiError('rejected', { code: 'conflict', message: gone, fields: { phone_number: [gone] } });
  const { asked } = await open([OWN], { purchasePhoneNumber: refused });
  await find();
  await choose(1);
  click(button('Buy for $2.00'));
  await calm();
  expect(only('[role=alert]').textContent).toContain(gone);
  expect(asked('searchPhoneNumbers')).toHaveLength(2);
});

test('a payment whose answer is lost is sent again with its key only', async () => {
  const lost = new ApiError('offline', { code: 'offline', message: 'No answer.', fields: {} });
  const { asked } = await open([OWN], { purchasePhoneNumber: lost });
  await find();
  await choose(0);
  click(button('Buy for $2.00'));
  await calm();
  await choose(1);
  click(button('Try again'));
  await calm();
  expect(asked('purchasePhoneNumber').map(({ body }) => (body as { phone_number: string }).phone_number)).toEqual([
    '+15125552000',
    '+15125552000',
  ]);
});

test('a wallet that is short says by how much', async () => {
  await open([OWN]);
  await find();
  const select = only<HTMLSelectElement>('select');
  select.value = 'wallet';
  act(() => void select.dispatchEvent(new Event('change', { bubbles: true })));
  await calm();
  expect(document.body.textContent).toContain('The wallet is $1.00 short.');
});

test('an area code that is none is named at the field', async () => {
  const { asked } = await open([OWN]);
  await find();
  type(only('input[inputmode=numeric]'), '112');
  await calm();
  expect(document.body.textContent).toContain('Enter a US area code, such as 512.');
  expect(asked('searchPhoneNumbers')).toHaveLength(1);
});

test('a release is undone from its message, and a released number is restored', async () => {
  const { asked, toasts } = await open([OWN, { ...OWN, id: 5, released_until: '2026-12-30T12:00:00Z' }]);
  expect(document.body.textContent).toContain('Released until 12/30/2026');
  click(button('Release 1-512-555-1234'));
  await calm();
  expect(toasts[0]?.text).toContain('You can restore it for 30 days.');
  toasts[0]?.action?.run();
  click(button('Restore 1-512-555-1234'));
  await calm();
  expect(asked('releasePhoneNumber')).toEqual([{ params: { id: 4 } }]);
  expect(asked('restorePhoneNumber')).toEqual([{ params: { id: 4 } }, { params: { id: 5 } }]);
});

test('only who has a downline assigns, and only bought numbers are released', async () => {
  const names = () => [...document.querySelectorAll('tbody button')].map(({ textContent }) => textContent);
  await open([{ ...OWN, bought: false }]);
  expect(names()).toEqual([]);
  document.body.replaceChildren();
  await open([{ ...OWN, bought: false }], {}, { permissions: permissionsOf([['manager']]), downline_count: 2 });
  expect(names()).toEqual(['Assign 1-512-555-1234']);
});

test('purchases that are not finished say so', async () => {
  const orders = [
    { ...order, state: 'ordered' },
    { ...order, id: 2, state: 'refunding', failure: 'Your refund of $2.00 is on its way to your card.' },
  ];
  await open([], { listPhoneNumbers: { data: [], meta: { orders } } });
  const notes = [...document.querySelectorAll('.note')].map(({ textContent }) => textContent);
  expect(notes[0]).toContain('1-512-555-3000 is paid and not ready yet');
  expect(notes[1]).toContain('Your refund of $2.00 is on its way to your card.');
  expect(document.body.textContent).toContain('No phone numbers yet');
});
