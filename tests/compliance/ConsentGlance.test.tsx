import { expect, test } from 'vitest';
import type { Decision } from '#contract/compliance.contract.ts';
import { ConsentGlance } from '../../src/views/compliance/ConsentGlance.tsx';
import { calm, contact, openDesk } from '../contacts/contacts-desk.tsx';

const decision = (more: Partial<Decision>): Decision => ({
  channel: 'call',
  purpose: 'marketing',
  at: '2026-01-01T00:00:00Z',
  allowed: true,
  reason: 'nothing_forbids',
  rule: null,
  evidence: { entry: null, clocks: [], places: [] },
  next_at: null,
  ...more,
});
const open = async (decisions: readonly Decision[], who: object = { roles: ['agent'] }) => {
  await openDesk(<ConsentGlance contact={contact()} readOnly />, { readContactability: { data: decisions } }, who);
  await calm();
  return [...document.querySelectorAll('.facts dd')].map(({ textContent }) => textContent);
};

test('what is allowed is one word, with its reason behind it; what isn’t says why', async () => {
  const shown = await open([
    decision({}),
    decision({ channel: 'mail', allowed: false, reason: 'withdrawn' }),
    decision({ channel: 'mail', purpose: 'service', allowed: false, reason: 'withdrawn' }),
  ]);

  expect(shown[0]).toBe('Allowed');
  expect(document.querySelector('.facts dd [title]')?.getAttribute('title')).toBe('No rule restricts this.');
  expect(shown[1]?.length).toBeGreaterThan('Not allowed'.length);
});

test('basic users don’t have it', async () => {
  expect(await open([decision({})], { roles: ['basic'] })).toEqual([]);
});
