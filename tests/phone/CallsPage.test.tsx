import { act } from 'react';
import { Subject } from 'rxjs';
import { describe, expect, test, vi } from 'vitest';
import type { Call } from '#contract/phone/call.contract.ts';
import { ApiError } from '../../src/api/errors.ts';
import { CallPage } from '../../src/views/phone/calls/CallPage.tsx';
import { CallsPage } from '../../src/views/phone/calls/CallsPage.tsx';
import type { CallsSearch } from '../../src/views/phone/calls/calls-search.ts';
import { click, only, type } from '../_kit/mount.ts';
import { button, calm, dana, openAccount } from '../profile/own-account.tsx';
import { call, recording } from './phone-fixtures.ts';

const TALKED = call({
  id: 31,
  status: 'ended',
  outcome: 'completed',
  answered_at: '2026-11-21T16:05:07Z',
  seconds: 402,
  user: { id: 1007, name: 'Dana Whitfield' },
});
const MISSED = call({
  id: 32,
  call_direction: 'inbound',
  call_from: '+19565550127',
  call_to: '+18135550117',
  caller_city: 'McAllen',
  status: 'ended',
  outcome: 'no_answer',
  user: null,
  contact: null,
});

const pageOf = (data: readonly Call[], total = data.length) => ({
  data,
  meta: { current_page: 1, limit: 50, total_count: total, total_pages: Math.ceil(total / 50) },
});

const rows = () =>
  [...document.querySelectorAll('.calls tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].map((cell) => cell.textContent),
  );

async function openList(listCalls: object, search: CallsSearch = {}, user = dana(), heard$ = new Subject<unknown>()) {
  const setSearch = vi.fn<(next: CallsSearch, how?: string) => void>();
  const opened = await openAccount(
    <CallsPage search={search} setSearch={setSearch} />,
    { listCalls },
    { user, heard$ },
  );
  return { ...opened, setSearch, heard$ };
}

describe('the list of calls', () => {
  test('says of each call who, the number, where, how it came out and when', async () => {
    await openList(pageOf([TALKED, MISSED]));

    expect(rows().map((cells) => cells.slice(0, 5))).toEqual([
      ['Outgoing call', 'Rosalind Okafor', '1-512-555-0142', 'Round Rock, TX', '6:42'],
      ['Missed call', '1-956-555-0127', '1-956-555-0127', 'McAllen, TX', 'Missed'],
    ]);
    expect([...document.querySelectorAll('.calls a')].map((link) => link.getAttribute('href'))).toEqual([
      '/calls/31',
      '/calls/32',
    ]);
  });

  test('of those below says whose each call is', async () => {
    await openList(pageOf([TALKED, MISSED]), { whose: 'downline' }, dana({ downline_count: 2 }));

    expect(rows().map((cells) => cells[4])).toEqual(['Dana Whitfield', 'None']);
  });

  test('is asked for as the address says, with a page of 50', async () => {
    const { asked } = await openList(pageOf([]), { direction: 'inbound', outcome: 'busy', q: 'ro', page: 2 });

    expect(asked('listCalls')).toEqual([
      { query: { direction: 'inbound', outcome: 'busy', q: 'ro', page: 2, limit: 50, whose: 'own' } },
    ]);
  });

  test('is narrowed from its first page on', async () => {
    const { setSearch } = await openList(pageOf([TALKED], 120), { q: 'ro', page: 2 }, dana({ downline_count: 2 }));
    const [whose, direction, outcome] = document.querySelectorAll('select');
    const choose = (select: HTMLSelectElement | undefined, value: string) =>
      act(() => {
        if (select === undefined) throw new Error('no such choice');
        select.value = value;
        select.dispatchEvent(new Event('change', { bubbles: true }));
      });

    choose(whose, 'downline');
    choose(direction, 'inbound');
    choose(outcome, 'no_answer');

    expect(setSearch.mock.calls).toEqual([
      [{ q: 'ro', whose: 'downline' }, 'replace'],
      [{ q: 'ro', direction: 'inbound' }, 'replace'],
      [{ q: 'ro', outcome: 'no_answer' }, 'replace'],
    ]);
  });

  test('offers those below only to who has somebody below', async () => {
    await openList(pageOf([TALKED]));

    expect(document.querySelectorAll('select')).toHaveLength(2);
  });

  test('turns its pages', async () => {
    const { setSearch } = await openList(pageOf([TALKED], 120), { page: 2 });

    click(only('[aria-label="Next page"]'));
    click(only('[aria-label="Previous page"]'));

    expect(only('.foot').textContent).toContain('51–100 of 120');
    expect(setSearch.mock.calls).toEqual([[{ page: 3 }], [{ page: 1 }]]);
  });

  test('that is empty says what will stand there, without anything to narrow', async () => {
    await openList(pageOf([]));

    expect(only('.empty').textContent).toContain('No calls yet');
    expect(document.querySelector('select')).toBeNull();
  });

  test('in which nothing fits can be widened again', async () => {
    const { setSearch } = await openList(pageOf([]), { q: 'zz' });

    click(button('Clear search'));

    expect(setSearch.mock.calls).toEqual([[{}]]);
  });

  test('that could not be loaded is tried again', async () => {
    const { asked } = await openList(
      new ApiError('rejected', { code: 'unavailable', message: 'The server does not answer.' }),
    );

    click(button('Try again'));
    await calm();

    expect(document.body.textContent).toContain("Couldn't load calls");
    expect(asked('listCalls')).toHaveLength(2);
  });

  test('loads anew when a call changes', async () => {
    const { asked, heard$ } = await openList(pageOf([TALKED]));

    act(() => heard$.next({ type: 'call.changed', call: TALKED }));
    await calm();

    expect(asked('listCalls')).toHaveLength(2);
  });
});

const LOG = [
  { id: 1, at: '2026-11-21T16:05:00Z', kind: 'asked', text: 'Dana Whitfield called 1-512-555-0142.', user: null },
  { id: 2, at: '2026-11-21T16:11:49Z', kind: 'ended', text: 'The other party hung up.', user: null },
];

const openCall = (answer: object) => openAccount(<CallPage id={31} />, { fetchCallLogs: answer });
const story = (some: Partial<Call> = {}) => openCall({ data: { call: { ...TALKED, ...some }, log: LOG } });

describe('what happened in a call', () => {
  test('is one sentence, then each step with its time', async () => {
    await story();

    expect(only('.call-end').textContent).toBe('Outbound call to Rosalind Okafor · 6 min 42 s');
    expect([...document.querySelectorAll('.call-log li')].map(({ textContent }) => textContent)).toEqual([
      '11:05:00 AMDana Whitfield called 1-512-555-0142.',
      '11:11:49 AMThe other party hung up.',
    ]);
  });

  test('stands with the contact, the number, the agent and what was recorded', async () => {
    await story({ recording: recording({ state: 'kept', seconds: 390, keep_until: '2036-11-21' }) });

    const facts = [...document.querySelectorAll('.facts dt')].map((term) => [
      term.textContent,
      term.nextElementSibling?.textContent,
    ]);
    expect(facts).toEqual([
      ['Contact', 'Rosalind Okafor'],
      ['Number', '1-512-555-0142'],
      ['Location', 'Round Rock, TX'],
      ['Agent', 'Dana Whitfield'],
      ['Started', '11/21/2026 11:05 AM'],
      ['Connected', '6:42'],
      ['Recording', 'Recorded, 6:30, kept until at least 11/21/2036'],
    ]);
  });

  test('has the recording to listen to, once it is a file of the contact', async () => {
    await story({ recording: recording({ state: 'kept', seconds: 390, file_id: 12 }) });

    expect(only('.player [aria-label="Play the recording"]')).toBeTruthy();
  });

  test('says what is missing for a recording of nobody known', async () => {
    await story({ contact: null, recording: recording({ state: 'kept', seconds: 390 }) });

    expect(only('.call-main').textContent).toContain('Choose the contact for this call');
    expect(button('Create contact').isConnected).toBe(true);
  });

  test('has the note, and the result to choose by who talked', async () => {
    const { asked } = await story({ note: 'Wants Plan G.', disposition: 'interested' });
    const field = only<HTMLTextAreaElement>('[aria-label="Call notes"]');
    expect(field.value).toBe('Wants Plan G.');

    click(button('Call back'));
    await calm();

    type(field, '');
    click(button('Save note'));
    await calm();

    expect(asked('noteCall')).toEqual([
      { body: { call_id: 31, disposition: 'call_back' } },
      { body: { call_id: 31, note: '' } },
    ]);
  });

  test('of somebody else is only to be read', async () => {
    await story({ user: { id: 9, name: 'Priya Raman' }, note: 'Wants Plan G.' });

    expect(only('.call-end').textContent).toBe('Priya Raman · Outbound call to Rosalind Okafor · 6 min 42 s');
    expect(only('.call-note').textContent).toBe('Wants Plan G.');
    expect(document.querySelector('[aria-label="Outcome"]')).toBeNull();
  });

  test('is not told of a call that is not theirs to see', async () => {
    await openCall(new ApiError('notFound', { code: 'not_found', message: 'Call not found.' }));

    expect(only('.empty').textContent).toContain('Call not found');
  });

  test('that could not be loaded is tried again', async () => {
    const { asked } = await openCall(
      new ApiError('rejected', { code: 'unavailable', message: 'The server does not answer.' }),
    );

    click(button('Try again'));
    await calm();

    expect(asked('fetchCallLogs')).toHaveLength(2);
  });
});
