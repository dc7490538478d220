import { act } from 'react';
import { Subject } from 'rxjs';
import { describe, expect, test } from 'vitest';
import type { DeviceToken } from '#contract/phone.contract.ts';
import type { Minutes } from '#contract/phone/call.contract.ts';
import { PhoneCard } from '../../src/views/phone/calls/PhoneCard.tsx';
import { click, only, type } from '../_kit/mount.ts';
import { button, calm, labelled, openAccount, refused } from '../profile/own-account.tsx';

const MARCUS = { id: 3, name: 'Marcus Ellery' };

const minutes = (differs: Partial<Minutes> = {}): Minutes => ({
  source: 'manager',
  used: 212,
  allocation: 500,
  paid: true,
  renews_on: '2026-12-01',
  manager: MARCUS,
  requested: null,
  ...differs,
});

const device = (differs: Partial<DeviceToken> = {}): DeviceToken => ({
  token: 'sealed',
  enabled: true,
  status: '',
  visible: true,
  line: 'embedded',
  identity: 'user-1007',
  ttl: 3_600,
  path: '/voice',
  numbers: [{ number: '+16565550107', label: 'Direct line' }],
  call_from: '+16565550107',
  echo_number: '+16565550199',
  minutes: minutes(),
  ...differs,
});

const open = (fetchDeviceToken: object, answers: Record<string, object> = {}) =>
  openAccount(<PhoneCard />, { fetchDeviceToken, ...answers });
const card = () => only('.card').textContent ?? '';

describe('the phone card', () => {
  test('shows the number, and what is used of the minutes', async () => {
    await open(device());

    expect(card()).toContain('1-656-555-0107, direct line');
    expect(only('[role="progressbar"]').getAttribute('aria-valuetext')).toBe('212 of 500 minutes used');
    expect(card()).toContain('Resets on 12/01/2026');
  });

  test.each([
    [{ source: 'enabled', allocation: null }, "212 minutes used this month. Your minutes aren't limited."],
    [{ source: 'self', allocation: null, used: 1 }, '1 minute used this month. You pay for your minutes.'],
    [{ source: 'company', allocation: 2_000 }, '212 of 2,000 minutes used'],
    [{ used: 460 }, '40 minutes left this month.'],
    [{ used: 500 }, 'Please request additional minutes from your manager.'],
    [{ requested: 200 }, "You requested 200 minutes more per monthMarcus Ellery hasn't answered yet."],
    [{ manager: null }, 'You have no manager who can add more.'],
  ] as const)('with %o says: %s', async (differs, words) => {
    await open(device({ minutes: minutes(differs) }));

    expect(card()).toContain(words);
  });

  test('says why there is no phone, and nothing of minutes then', async () => {
    await open(device({ enabled: false, status: 'Change your password first.', numbers: [] }));

    expect(card()).toContain('Change your password first.No phone number yet.');
    expect(document.querySelector('form, [role="progressbar"]')).toBeNull();
  });

  test('waits in grey, and offers another try when nothing comes', async () => {
    const { asked } = await open(refused('', 'The server is away.'));

    expect(only('[role="alert"]').textContent).toContain('The server is away.');
    click(button('Try again'));
    await calm();
    expect(asked('fetchDeviceToken')).toHaveLength(2);
  });

  test('asks for as many minutes as one writes, once', async () => {
    const { asked, said } = await open(device(), { requestMinutes: { data: {} } });

    type(labelled('More minutes per month'), '0');
    expect(button('Request Marcus Ellery').getAttribute('aria-disabled')).toBe('true');
    type(labelled('More minutes per month'), '90');
    type(labelled('Reason'), 'AEP week');
    click(button('Request Marcus Ellery'));
    await calm();

    expect(asked('requestMinutes')).toEqual([{ body: { minutes: 90, note: 'AEP week' } }]);
    expect(said).toEqual(['We notified Marcus Ellery.']);
  });

  test('changes where calls come from, and says so when it cannot', async () => {
    const numbers = [
      { number: '+16565550107', label: 'Direct line' },
      { number: '+16565550108', label: '' },
    ];
    const { asked, said } = await open(device({ numbers }), { updateNumber: refused('phone_number', 'Not yours.') });

    const choice = only<HTMLSelectElement>('select');
    act(() => {
      choice.value = '+16565550108';
      choice.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await calm();

    expect(asked('updateNumber')).toEqual([{ body: { phone_number: '+16565550108' } }]);
    expect(said).toEqual(['Unable to update number']);
  });

  test('loads anew when minutes change', async () => {
    const heard$ = new Subject<unknown>();
    const { asked } = await openAccount(<PhoneCard />, { fetchDeviceToken: device() }, { heard$ });

    act(() => heard$.next({ type: 'minutes.changed', minutes: minutes({ used: 213 }) }));
    await calm();

    expect(asked('fetchDeviceToken')).toHaveLength(2);
  });
});
