import { expect, test } from 'vitest';
import type { BulkChange, BulkJob, OptOutChannel } from '#contract/bulk.contract.ts';
import { changeTitle, checkSentences, confirmLabel, outcomeOf, stopSentence } from '../../src/views/bulk/bulk-words.ts';
import { check, job } from './bulk-fixtures.ts';

const stop = (...channels: OptOutChannel[]): BulkChange => ({
  action: 'do_not_call',
  channels,
  source: 'scrub',
  evidence: 'List of November.',
});
const tag: BulkChange = { action: 'tags', mode: 'add', tag_ids: [4], do_not_call: true };

test('an opt-out is named by its channels: Do Not Call for calls stops texts, too', () => {
  expect(
    [stop('call'), stop('call', 'text'), stop('text'), stop('mail'), stop('call', 'mail')].map((change) =>
      changeTitle(change, []),
    ),
  ).toEqual([
    'Record Do Not Call',
    'Record Do Not Call',
    'Record Do Not Call for text messages',
    'Record an e-mail opt-out',
    'Record Do Not Call and an e-mail opt-out',
  ]);
  expect([stopSentence(['call', 'mail']), stopSentence(['text'])]).toEqual([
    'Sales calls and texts and marketing e-mail to these contacts are blocked immediately.',
    'Sales texts to these contacts are blocked immediately.',
  ]);
});

test('its preview says how many have opted out already', () => {
  const counted = { ...check({ changed: 1, refused: 2 }), opt_outs: 1 };
  expect(checkSentences(stop('call'), [], counted)).toEqual([
    '1 contact gets Do Not Call.',
    '12 already opted out.',
    '2 skipped: deleted.',
  ]);
  expect(confirmLabel(stop('call'), 1)).toBe('Record for 1');
});

test('a tag with Do Not Call says for how many it is recorded', () => {
  expect(changeTitle(tag, ['DNC'])).toBe('Add the tag DNC and record Do Not Call');
  expect(checkSentences(tag, ['DNC'], { ...check(), opt_outs: 180 })).toEqual([
    '214 contacts change.',
    'Do Not Call is recorded for 180 of them.',
    '12 already up to date.',
  ]);
  expect(checkSentences(tag, ['DNC'], { ...check(), opt_outs: 0 })[1]).toBe('All of them already opted out of calls.');
});

test('the outcome says what contacts got', () => {
  const done = { status: 'done' as const, counts: { changed: 214, unchanged: 0, refused: 0 } };
  expect([
    outcomeOf(job({ ...done, change: stop('call', 'mail'), names: [] })).text,
    outcomeOf(job({ ...done, change: tag, names: ['DNC'] })).text,
  ]).toEqual([
    '214 contacts got Do Not Call and an e-mail opt-out.',
    '214 contacts got the tag DNC, with Do Not Call.',
  ]);
});

test.each([
  [{ status: 'done' }, 'good', '3 contacts got the status Quoted.'],
  [
    { status: 'done', counts: { changed: 2, unchanged: 0, refused: 1 } },
    'warn',
    '2 contacts got the status Quoted, 1 skipped.',
  ],
  [{ status: 'done', change: { action: 'delete' }, names: [] }, 'info', '3 contacts deleted.'],
  [{ status: 'cancelled' }, 'warn', 'Canceled: 3 contacts got the status Quoted.'],
  [{ status: 'failed', failure: 'The disk is full.' }, 'bad', 'The disk is full.'],
  [{ status: 'undone', undo: { put_back: 3, kept: 0 } }, 'info', 'Undone: 3 contacts reverted.'],
  [
    { status: 'undone', undo: { put_back: 2, kept: 1 } },
    'warn',
    'Undone: 2 contacts reverted, 1 skipped because of later changes.',
  ],
] satisfies [Partial<BulkJob>, string, string][])('the outcome of %o has a tone of its own', (ended, tone, text) => {
  const change = { action: 'status', status_id: 4 } as const;
  const counts = { changed: 3, unchanged: 0, refused: 0 };
  expect(outcomeOf(job({ change, names: ['Quoted'], counts, ...ended }))).toEqual({ tone, text });
});
