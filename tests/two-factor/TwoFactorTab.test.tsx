import { act } from 'react';
import { createActor, fromPromise } from 'xstate';
import { describe, expect, test } from 'vitest';
import type { TwoFactorStatus } from '#contract/two-factor.contract.ts';
import type { SessionFailure } from '../../src/machines/session/session-failure.ts';
import { type CodeMethod, twoFactorSetupMachine } from '../../src/machines/two-factor/two-factor-setup.machine.ts';
import { TwoFactorTab } from '../../src/views/two-factor/TwoFactorTab.tsx';
import { click, mount, type } from '../_kit/mount.ts';
import { button, calm, labelled, noteOf } from '../profile/own-account.tsx';

const OFF: TwoFactorStatus = {
  enabled: false,
  required: false,
  method: 'app',
  recovery_codes_left: 0,
  enabled_at: null,
  last_otp_at: null,
};
const ON: TwoFactorStatus = {
  ...OFF,
  enabled: true,
  recovery_codes_left: 9,
  enabled_at: '2026-01-05T15:04:00.000Z',
  last_otp_at: '2026-01-06T15:04:00.000Z',
};

const refusal = (message: string, field?: string): SessionFailure => ({
  kind: 'refused',
  message,
  fields: field === undefined ? {} : { [field]: [message] },
  requestId: null,
  retryAfter: null,
});

async function open(status: TwoFactorStatus | SessionFailure) {
  const codes: string[] = [];
  const done: string[] = [];
  const machine = twoFactorSetupMachine.provide({
    actors: {
      readStatus: fromPromise(async () => {
        if ('kind' in status) throw status;
        return status;
      }),
      beginSetUp: fromPromise(async () => ({ uri: 'otpauth://x', seed: 'ABCDEFGHIJKL', qr: 'data:image/svg+xml,' })),
      enable: fromPromise<readonly string[], { code: string }>(async ({ input }) => {
        codes.push(input.code);
        if (input.code === '000000') throw refusal('This code is wrong.', 'otp_code');
        return ['aaaa-1111', 'bbbb-2222'];
      }),
      disable: fromPromise<void, undefined>(async () => void done.push('disable')),
      renewCodes: fromPromise<readonly string[], undefined>(async () => {
        done.push('renew');
        return ['cccc-3333'];
      }),
      chooseMethod: fromPromise<TwoFactorStatus, { method: CodeMethod }>(async () => {
        throw refusal('There is no phone number to text to.', 'method');
      }),
    },
  });
  const actor = createActor(machine).start();
  mount(<TwoFactorTab actor={actor} username="dana" zone="America/New_York" />);
  await calm();
  return { codes, done };
}

const press = async (text: string) => {
  click(button(text));
  await calm();
};
const titles = () => [...document.querySelectorAll('h2')].map((title) => title.textContent);

test('while it cannot be read, that is said, with a way to try again', async () => {
  await open(refusal('No connection.'));

  expect(document.querySelector('[role=alert]')?.textContent).toContain('No connection.');
  button('Try again');
});

describe('setting up', () => {
  test('shows the QR code with words beside it, and the key in blocks', async () => {
    await open(OFF);
    expect(titles()).toEqual(['Two-factor is off']);

    await press('Set up two-factor');

    expect(document.querySelector('img')?.alt).not.toBe('');
    expect(document.querySelector('code.secret')?.textContent).toBe('ABCD EFGH IJKL');
  });

  test('says at the field that a code is wrong, and asks for one before it sends', async () => {
    const { codes } = await open(OFF);
    await press('Set up two-factor');

    await press('Turn on two-factor');
    expect(noteOf(labelled('Code from the app'))).toBe('Enter the code.');
    type(labelled('Code from the app'), '000000');
    await press('Turn on two-factor');

    expect(codes).toEqual(['000000']);
    expect(noteOf(labelled('Code from the app'))).toBe('This code is wrong.');
    expect(document.activeElement).toBe(labelled('Code from the app'));
  });

  test('shows the codes once, to copy and to download, until they are kept', async () => {
    await open(OFF);
    await press('Set up two-factor');
    type(labelled('Code from the app'), '123456');
    await press('Turn on two-factor');

    expect([...document.querySelectorAll('.codes li')].map((code) => code.textContent)).toEqual([
      'aaaa-1111',
      'bbbb-2222',
    ]);
    const file = document.querySelector<HTMLAnchorElement>('a[download]');
    expect(file?.download).toBe('recovery-codes-dana.txt');
    expect(decodeURIComponent(file?.href ?? '')).toContain('aaaa-1111\nbbbb-2222\n');

    await press("I've saved these codes");
    expect(titles()).toEqual(['Two-factor is on', 'Recovery codes']);
    expect(document.body.textContent).not.toContain('aaaa-1111');
  });

  test('can be given up', async () => {
    await open(OFF);
    await press('Set up two-factor');

    await press('Cancel');

    expect(titles()).toEqual(['Two-factor is off']);
  });
});

describe('while it is on', () => {
  test('it says since when, and which codes are left', async () => {
    await open(ON);

    expect(document.querySelector('.card')?.textContent).toContain('Since 01/05/2026. Last code: 01/06/2026.');
    expect(document.querySelector('.count')?.textContent).toBe('9 left');
  });

  test.each([
    [3, 'Only 3 recovery codes left'],
    [0, 'No recovery codes left'],
  ])('%i codes left are a warning', async (left, warning) => {
    await open({ ...ON, recovery_codes_left: left });

    expect(document.querySelector('.note.warn .med')?.textContent).toBe(warning);
  });

  test('a way that leads nowhere is refused at its field', async () => {
    await open(ON);
    const select = labelled('Default method') as unknown as HTMLSelectElement;

    act(() => {
      select.value = 'sms';
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await press('Save method');

    expect(noteOf(select)).toBe('There is no phone number to text to.');
  });

  test('it is switched off after a question only', async () => {
    const { done } = await open(ON);

    await press('Turn off two-factor');
    await press('Keep it on');
    expect(done).toEqual([]);

    await press('Turn off two-factor');
    await press('Turn it off');
    expect([done, titles()]).toEqual([['disable'], ['Two-factor is off']]);
  });

  test('where the agency asks for it, it cannot be switched off', async () => {
    await open({ ...ON, required: true });

    expect(button('Turn off two-factor').textContent).toContain('your agency asks for two-factor');
    await press('Turn off two-factor');
    expect(document.querySelector('[role=alertdialog]')).toBeNull();
  });

  test('new codes are made after a question, and shown', async () => {
    const { done } = await open(ON);

    await press('Generate new codes');
    const confirm = document.querySelector<HTMLButtonElement>('[role=alertdialog] .btn.primary');
    if (confirm) click(confirm);
    await calm();

    expect([done, document.querySelector('.codes')?.textContent]).toEqual([['renew'], 'cccc-3333']);
  });
});
