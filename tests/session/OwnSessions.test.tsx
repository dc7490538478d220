import { expect, test } from 'vitest';
import type { OwnSession } from '#contract/session/own-sessions.contract.ts';
import { OwnSessions } from '../../src/views/session/OwnSessions.tsx';
import { click } from '../_kit/mount.ts';
import { button, calm, openAccount, refused } from '../profile/own-account.tsx';

const session = (id: number, differs: Partial<OwnSession> = {}): OwnSession => ({
  id,
  current: false,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
  ip: '203.0.113.9',
  created_at: '2026-01-05T15:04:00.000Z',
  last_seen_at: '2026-01-06T15:04:00.000Z',
  ...differs,
});
const here = session(1, { current: true, ip: '127.0.0.1' });

const open = (sessions: readonly OwnSession[], more: Record<string, object> = {}) =>
  openAccount(<OwnSessions zone="America/New_York" />, { listOwnSessions: { data: sessions }, ...more });

const press = async (text: string) => {
  click(button(text));
  await calm();
};
const rows = () => [...document.querySelectorAll('li')].map((row) => row.textContent);

test('each place is told by browser, address and times, and this one is marked', async () => {
  await open([here, session(2)]);

  expect(rows()).toEqual([
    'Firefox on Windows from this computerSigned in 01/05/2026This device',
    'Firefox on Windows from 203.0.113.9Signed in 01/05/2026, last active 01/06/2026Sign out Firefox on Windows',
  ]);
});

test('one place is signed out at once', async () => {
  const { asked } = await open([here, session(2)]);

  click(document.querySelector<HTMLButtonElement>('li .btn') ?? document.createElement('button'));
  await calm();

  expect(asked('endOwnSession')).toEqual([{ params: { id: 2 } }]);
  expect(asked('listOwnSessions')).toHaveLength(2);
});

test('a place that could not be signed out says why', async () => {
  await open([here, session(2)], { endOwnSession: refused('id', 'Session not found.') });

  click(document.querySelector<HTMLButtonElement>('li .btn') ?? document.createElement('button'));
  await calm();

  expect(document.querySelector('[role=alert]')?.textContent).toBe('Session not found.');
});

test('all others are signed out after a question that counts them', async () => {
  const { asked, said } = await open([here, session(2), session(3)], { endOtherSessions: { data: { ended: 2 } } });

  await press('Sign out of other sessions');
  expect(document.querySelector('[role=alertdialog] h2')?.textContent).toBe('Sign out of 2 other sessions?');
  expect(asked('endOtherSessions')).toEqual([]);

  await press('Sign out others');
  expect(asked('endOtherSessions')).toEqual([{}]);
  expect(said).toEqual(['Signed out of 2 other sessions.']);
});

test('alone, there is nothing to sign out of', async () => {
  await open([here]);

  expect(document.querySelector('button')).toBeNull();
});
