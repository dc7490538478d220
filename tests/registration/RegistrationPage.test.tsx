import { act } from 'react';
import { expect, test } from 'vitest';
import { BrandForm } from '../../src/views/registration/BrandForm.tsx';
import { CampaignForm } from '../../src/views/registration/CampaignForm.tsx';
import { RegistrationPage } from '../../src/views/registration/RegistrationPage.tsx';
import { ApiError } from '../../src/api/errors.ts';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';
import { brand, campaign, registration, waiting } from './sample-registration.ts';

const open = (answers: Record<string, Answer>) => openDesk(<RegistrationPage />, answers);
const shows = (fields: Parameters<typeof registration>[0]) => ({
  readTextRegistration: { data: registration(fields) },
});
const text = () => document.body.textContent ?? '';
const submit = async () => {
  act(() => only<HTMLFormElement>('form').requestSubmit());
  await calm();
};

test.each([
  ['no brand', {}, 'Register the brand first', 'Submit brand'],
  ['a brand in review', { brand: brand('PENDING') }, 'Carriers are reviewing the brand', null],
  ['a rejected brand', { brand: brand('FAILED', 'Tax ID not found.') }, 'Tax ID not found.', 'Submit brand'],
  ['a suspended brand', { brand: brand('SUSPENDED') }, 'The brand is suspended', 'Submit brand'],
  ['an approved brand', { brand: brand('APPROVED') }, 'Register the campaign next', 'Submit campaign'],
  [
    'a campaign in review',
    { brand: brand('APPROVED'), campaign: campaign('IN_PROGRESS') },
    'Carriers are reviewing the campaign',
    null,
  ],
  [
    'a rejected campaign',
    { brand: brand('APPROVED'), campaign: campaign('FAILED', ['No call to action.']) },
    'No call to action.',
    'Submit campaign',
  ],
  ['a verified campaign', { brand: brand('APPROVED'), campaign: campaign('VERIFIED') }, 'is verified', null],
])('%s: the page says what is missing', async (_what, fields, words, submits) => {
  await open(shows({ ...fields, numbers: [waiting] }));
  expect(text()).toContain(words);
  expect(text()).toContain('1-813-555-0107');
  expect(text()).toContain('Not registered yet');
  expect([...document.querySelectorAll('button[type=submit]')].map(({ textContent }) => textContent)).toEqual(
    submits === null ? [] : [submits],
  );
});

test('a refusal of Twilio is shown, and what was typed stays', async () => {
  const { asked } = await open({
    ...shows({ brand: brand('FAILED') }),
    submitBrand: new ApiError('rejected', { code: 'refused', message: 'Twilio doesn’t have this ID.' }),
  });
  await submit();
  expect(asked('submitBrand')).toMatchObject([{ body: { messaging_service_sid: `MG${'3'.repeat(32)}` } }]);
  expect(only('[role=alert]').textContent).toContain('Twilio doesn’t have this ID.');
  expect(only<HTMLInputElement>('input[name=messaging_service_sid]').value).toBe(`MG${'3'.repeat(32)}`);
});

test('a check leads on to the next step', async () => {
  await open({
    ...shows({ brand: brand('PENDING') }),
    checkTextRegistration: () => ({ data: registration({ brand: brand('APPROVED') }) }),
  });
  click(button('Check now'));
  await calm();
  expect(text()).toContain('Register the campaign next');
});

test('without an answer, the page offers to try again', async () => {
  let isDown = true;
  await open({
    readTextRegistration: () =>
      isDown ? new ApiError('server', { code: 'server', message: 'Down.' }) : { data: registration({}) },
  });
  expect(text()).toContain("Couldn't load the registration");
  isDown = false;
  click(button('Try again'));
  await calm();
  expect(text()).toContain('Register the brand first');
});

test('forms name what is missing before anything is asked', async () => {
  const asks: unknown[] = [];
  const { show } = await openDesk(<BrandForm brand={null} busy={false} onSubmit={(ask) => asks.push(ask)} />, {});
  await submit();
  expect(text()).toContain('Enter the ID from Twilio: MG and 32 digits.');
  await show(<CampaignForm said={null} busy={false} onSubmit={(ask) => asks.push(ask)} />);
  await submit();
  expect(text()).toContain('Use at least 40 characters.');
  expect(asks).toEqual([]);
  await show(
    <CampaignForm key="filled" said={campaign('FAILED').said} busy={false} onSubmit={(ask) => asks.push(ask)} />,
  );
  await submit();
  expect(asks).toEqual([{ what: 'campaign', said: campaign('FAILED').said }]);
});
