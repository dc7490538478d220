import { act } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Policy } from '#contract/records/policies.contract.ts';
import type { Security } from '#contract/records/securities.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
// Preloads the lazy parts.
import '../../src/views/_kit/overlays/AlertDialog.tsx';
import '../../src/views/records/PolicyDialog.tsx';
import '../../src/views/records/SecurityDialog.tsx';
import { PoliciesTab } from '../../src/views/records/PoliciesTab.tsx';
import { SecuritiesTab } from '../../src/views/records/SecuritiesTab.tsx';
import { type Answer, button, calm, contact, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only, type } from '../_kit/mount.ts';

const AT = '2026-01-05T15:04:00Z';

const policy = (differs: Partial<Policy> = {}): Policy => ({
  id: 5,
  carrier: 'Humana',
  plan_name: 'Gold Plus',
  policy_number: 'H-1',
  type: 'final_expense',
  status: 'active',
  premium_cents: 13_245,
  premium_period: 'month',
  face_amount_cents: 2_500_000,
  effective_on: '2026-01-01',
  expires_on: null,
  beneficiary: '',
  notes: '',
  version: 2,
  created_at: AT,
  updated_at: AT,
  ...differs,
});

const security: Security = {
  id: 8,
  company: 'Allianz',
  kind: 'ira',
  value_cents: 1_250_000,
  purchased_on: null,
  matures_on: '2030-02-03',
  qualified: true,
  notes: '',
  account_number_masked: '****3322',
  version: 1,
  created_at: AT,
  updated_at: AT,
};

const NO_APPLICATIONS = { listApplications: { data: [], meta: { desk: 'sheet' } } };

const cells = () => [...document.querySelectorAll('tbody td')].map((cell) => cell.textContent);
const field = (label: string): HTMLInputElement => {
  const id = [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.htmlFor ?? '';
  const found = document.getElementById(id);
  if (!(found instanceof HTMLElement)) throw new Error(`no field ${label}`);
  return found as HTMLInputElement;
};
const submit = async () => {
  act(() => only<HTMLFormElement>('[role=dialog] form').requestSubmit());
  await calm();
};
/** A dialog is loaded when it is opened first. */
const loaded = async (selector: string) => {
  await calm();
  return only(selector);
};

describe('the policies', () => {
  const open = (policies: readonly Policy[], answers: Record<string, Answer> = {}, one = contact()) =>
    openDesk(<PoliciesTab contact={one} />, { ...NO_APPLICATIONS, listPolicies: { data: policies }, ...answers });

  test('stand with their premium, what they pay and their first day', async () => {
    await open([
      policy(),
      policy({ id: 6, premium_cents: null, effective_on: null, status: 'lapsed', type: 'part_d' }),
    ]);

    expect(cells()).toEqual([
      'Humana, Gold PlusFinal expense, pays $25,000.00, H-1',
      'Active',
      '$132.45a month',
      '01/01/2026',
      '',
      'Humana, Gold PlusPart D, pays $25,000.00, H-1',
      'Lapsed',
      '',
      '',
      '',
    ]);
  });

  test('that are none say what the place is for and offer the next step', async () => {
    await open([]);

    expect([only('.empty h2').textContent, button('Add policy').className.includes('primary')]).toEqual([
      'No policies yet',
      true,
    ]);
  });

  test('that cannot be loaded say so and load again', async () => {
    let fails = true;
    const { asked } = await openDesk(<PoliciesTab contact={contact()} />, {
      ...NO_APPLICATIONS,
      listPolicies: () =>
        fails
          ? new ApiError('forbidden', { code: 'access_denied', message: 'It broke.', requestId: 'r1' })
          : { data: [policy()] },
    });
    expect(only('[role=alert]').textContent).toContain("Couldn't load policies");
    fails = false;
    click(button('Try again'));
    await calm();

    expect([asked('listPolicies').length, cells().length]).toEqual([2, 5]);
  });

  test('of a deleted contact are only looked at', async () => {
    await open([policy()], {}, contact({ deleted_at: AT }));
    expect([...document.querySelectorAll('button')].map((one) => one.textContent)).toEqual(['Humana, Gold Plus']);

    click(button('Humana, Gold Plus'));
    await loaded('[role=dialog]');
    expect([
      only<HTMLFieldSetElement>('[role=dialog] fieldset').disabled,
      only('[role=dialog] footer').textContent,
    ]).toEqual([true, 'Close']);
  });

  test('are added with amounts in cents and empty days as none', async () => {
    const { asked } = await open([], { createPolicy: { data: policy() } });
    click(button('Add policy'));
    await loaded('[role=dialog]');
    type(field('Carrier'), 'Aetna');
    type(field('Premium in dollars'), '1,132.5');
    type(field('Effective date'), '2026-03-01');
    await submit();

    expect(asked('createPolicy')).toEqual([
      {
        params: { id: 1 },
        body: {
          policy: {
            carrier: 'Aetna',
            plan_name: '',
            type: 'medicare_advantage',
            status: 'active',
            policy_number: '',
            beneficiary: '',
            premium_cents: 113_250,
            premium_period: 'month',
            face_amount_cents: null,
            effective_on: '2026-03-01',
            expires_on: null,
            notes: '',
          },
        },
      },
    ]);
    expect(document.querySelector('[role=dialog]')).toBeNull();
  });

  test('with an amount that is none are not sent', async () => {
    const { asked } = await open([]);
    click(button('Add policy'));
    await loaded('[role=dialog]');
    type(field('Premium in dollars'), 'free');
    await submit();

    expect([asked('createPolicy'), only('.why').textContent]).toEqual([[], 'Enter an amount like 132.45.']);
  });

  test('that are refused keep what was typed, with the reason at its field', async () => {
    const refusal = new ApiError('rejected', {
      code: 'refused',
      message: 'Enter the carrier or the plan.',
      fields: { 'policy.carrier': ['Enter the carrier or the plan.'] },
    });
    await open([], { createPolicy: refusal });
    click(button('Add policy'));
    await loaded('[role=dialog]');
    type(field('Beneficiary'), 'Her son');
    await submit();

    expect([
      field('Beneficiary').value,
      field('Carrier').getAttribute('aria-invalid'),
      only('.why').textContent,
    ]).toEqual(['Her son', 'true', 'Enter the carrier or the plan.']);
  });

  test('say nothing of an old refusal at a field that was filled since', async () => {
    const refusal = new ApiError('rejected', {
      code: 'refused',
      message: 'Enter the carrier or the plan.',
      fields: { 'policy.carrier': ['Enter the carrier or the plan.'] },
    });
    await open([], { createPolicy: refusal });
    click(button('Add policy'));
    await loaded('[role=dialog]');
    await submit();
    type(field('Carrier'), 'Aetna');
    type(field('Premium in dollars'), 'free');
    await submit();

    expect([...document.querySelectorAll('.why')].map(({ textContent }) => textContent)).toEqual([
      'Enter an amount like 132.45.',
    ]);
  });

  test('that are half written are thrown away only when one says so', async () => {
    await open([]);
    click(button('Add policy'));
    await loaded('[role=dialog]');
    type(field('Carrier'), 'Aetna');
    click(button('Cancel'));
    await loaded('[role=alertdialog]');
    click(button('Keep editing'));
    await calm();
    const kept = field('Carrier').value;
    click(button('Cancel'));
    await loaded('[role=alertdialog]');
    click(button('Discard'));
    await calm();

    expect([kept, document.querySelector('[role=dialog]')]).toEqual(['Aetna', null]);
  });

  test('give the focus to the next one when one is deleted, then to the button that adds', async () => {
    const both = [policy(), policy({ id: 6, carrier: 'Aetna' })];
    let stored = both;
    await open([], {
      ...NO_APPLICATIONS,
      listPolicies: () => ({ data: stored }),
      deletePolicy: ({ params }) => {
        stored = stored.filter(({ id }) => id !== (params as { policyId: number }).policyId);
        return {};
      },
    });
    const remove = async (name: string) => {
      button(name).focus();
      click(button(name));
      await calm();
      return document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
    };

    expect([await remove('Delete Humana, Gold Plus'), await remove('Delete Aetna, Gold Plus')]).toEqual([
      'Delete Aetna, Gold Plus',
      'Add policy',
    ]);
  });

  test('that somebody else changed are saved against the version that is stored by then', async () => {
    let stored = policy();
    let saves = 0;
    const { asked } = await openDesk(<PoliciesTab contact={contact()} />, {
      ...NO_APPLICATIONS,
      listPolicies: () => ({ data: [stored] }),
      updatePolicy: () => {
        saves += 1;
        if (saves > 1) return { data: stored };
        stored = policy({ version: 7, carrier: 'Cigna' });
        return new ApiError('rejected', {
          code: 'contact_changed',
          message: 'Somebody has changed this policy.',
          fields: { carrier: ['The record was changed.'] },
        });
      },
    });
    click(button('Humana, Gold Plus'));
    await loaded('[role=dialog]');
    type(field('Carrier'), 'Aetna');
    await submit();
    expect([
      only('[role=dialog] [role=alert]').textContent.includes('Somebody has changed'),
      field('Carrier').value,
    ]).toEqual([true, 'Aetna']);
    await submit();

    expect(asked('updatePolicy').map(({ body }) => (body as { version: number }).version)).toEqual([2, 7]);
  });

  test('that are deleted come back by the message, to the very same one', async () => {
    const { asked, toasts } = await open([policy()], { deletePolicy: {}, restorePolicy: { data: policy() } });
    click(button('Delete Humana, Gold Plus'));
    await calm();
    act(() => toasts[0]?.action?.run());
    await calm();

    expect([asked('deletePolicy'), asked('restorePolicy'), toasts.map(({ text }) => text)]).toEqual([
      [{ params: { id: 1, policyId: 5 } }],
      [{ params: { id: 1, policyId: 5 } }],
      ['Policy deleted', 'Policy restored'],
    ]);
  });

  test('load anew once somebody has worked on the contact', async () => {
    const { asked, show } = await open([policy()]);
    await show(<PoliciesTab contact={contact({ last_touch_at: AT })} />);

    expect(asked('listPolicies').length).toBe(2);
  });
});

describe('the securities', () => {
  const open = (answers: object = {}, who: object = {}) =>
    openDesk(<SecuritiesTab contact={contact()} />, { listSecurities: { data: [security] }, ...answers }, who);

  test('show the account number for 30 seconds and keep it nowhere', async () => {
    const { asked } = await open({ revealSecurity: { data: { value: 'AZ55443322' } } });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    act(() => button('Show the account number of Allianz').click());
    await act(() => vi.advanceTimersByTimeAsync(1));
    const shown = document.body.textContent.includes('AZ55443322');
    await act(() => vi.advanceTimersByTimeAsync(30_000));

    expect([asked('revealSecurity'), shown, document.body.textContent.includes('AZ55443322')]).toEqual([
      [{ params: { id: 1, securityId: 8 } }],
      true,
      false,
    ]);
    expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain('AZ55443322');
  });

  test('offer no look to whoever may not', async () => {
    await open({}, { permissions: ['contacts.read'] });

    expect([...document.querySelectorAll('button')].map((one) => one.textContent || one.title)).toEqual(['Allianz']);
  });

  test('leave the stored number when none is typed', async () => {
    const { asked } = await open({ updateSecurity: { data: security } });
    click(button('Allianz'));
    await loaded('[role=dialog]');
    type(field('Value in dollars'), '20000');
    await submit();

    expect(asked('updateSecurity')).toEqual([
      {
        params: { id: 1, securityId: 8 },
        body: {
          version: 1,
          security: {
            company: 'Allianz',
            kind: 'ira',
            value_cents: 2_000_000,
            purchased_on: null,
            matures_on: '2030-02-03',
            qualified: true,
            notes: '',
          },
        },
      },
    ]);
  });
});

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());
