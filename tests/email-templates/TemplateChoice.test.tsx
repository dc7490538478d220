import { act } from 'react';
import { expect, test } from 'vitest';
import { TemplateChoice } from '../../src/views/email-templates/TemplateChoice.tsx';
import { calm, openDesk, refused } from '../contacts/contacts-desk.tsx';
import { only } from '../_kit/mount.ts';

const choose = async (value: string) => {
  act(() => {
    const select = only<HTMLSelectElement>('select');
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
  await calm();
};
const OFFERED = { listMyBroadcastEmails: { data: [{ id: 7, name: 'Review' }] } };

test('a chosen template comes filled in for the contact', async () => {
  const filled: unknown[] = [];
  const email = { subject: 'Hi Ana', text: 'Hello Ana', html: null };
  const view = <TemplateChoice contactId={3} onFilled={(data) => filled.push(data)} />;
  const { asked } = await openDesk(view, { ...OFFERED, fillBroadcastEmail: { data: email } });
  await choose('7');

  expect(asked('fillBroadcastEmail')).toEqual([{ params: { id: 3 }, query: { email_id: 7 } }]);
  expect(filled).toEqual([email]);
});

test('a refusal is said, and nothing is written', async () => {
  const filled: unknown[] = [];
  const view = <TemplateChoice contactId={3} onFilled={(data) => filled.push(data)} />;
  const { toasts } = await openDesk(view, { ...OFFERED, fillBroadcastEmail: refused({}) });
  await choose('7');

  expect([filled, toasts.map(({ tone }) => tone)]).toEqual([[], ['bad']]);
});

test('without templates there is no choice', async () => {
  await openDesk(<TemplateChoice contactId={3} onFilled={() => undefined} />, {});

  expect(document.querySelector('select')).toBeNull();
});
