import { expect, test } from 'vitest';
import { KEPT_REASONS, TRANSFER_REASONS } from '#contract/transfers.contract.ts';
import {
  consentSentence,
  doneWords,
  eventSentence,
  namesOf,
  noticeOf,
  outcomeOf,
  paceWords,
  previewSentences,
  rowWords,
} from '../../src/views/transfers/transfer-words.ts';
import { complete, preview, row, transfer } from './transfer-fixtures.ts';

const PRIYA = { id: 1012, name: 'Priya Raman' };
const people = (...names: string[]) => names.map((name) => ({ name }));

test('names two people, and counts the others', () => {
  expect(namesOf(people('Priya'))).toBe('Priya');
  expect(namesOf(people('Priya', 'Bo'))).toBe('Priya and Bo');
  expect(namesOf(people('Priya', 'Bo', 'Cy', 'Di'))).toBe('Priya, Bo and 2 others');
});

test('says what a transfer would come to', () => {
  expect(previewSentences(preview({ owner_count: 30 }), [PRIYA])).toEqual([
    '1,204 contacts move to Priya Raman.',
    'From Ada Agent (1,000), Bo Lund (204) and 28 others.',
    '12 are theirs already.',
    '3 left alone: deleted.',
    'Going along: 12 open follow-ups, 1 active policy.',
    '7 are also in work that still runs.',
  ]);
});

test('says that several get them in turn, and that nothing would move', () => {
  const none = { counts: { moved: 0, unchanged: 1, left: 0 }, by_reason: [], owners: [] };
  const open = { follow_ups: 0, active_policies: 0, waiting_emails: 0, in_other_work: 0 };
  expect(previewSentences(preview(), people('Priya', 'Bo'))[0]).toBe('1,204 contacts move to Priya and Bo, in turn.');
  expect(previewSentences(preview({ ...none, open }), [PRIYA])).toEqual([
    'Nothing would move.',
    '1 is theirs already.',
  ]);
});

test('says what a rule about consent comes to', () => {
  const rule = { id: 3, title: 'Sharing between units', source: 'CMS 4201-F' };
  const consent = (needed: number, given: number, withdrawn = 0) =>
    preview({ consent: { rule, needed, given, missing: needed - given - withdrawn, withdrawn } });
  expect(consentSentence(preview())).toBeNull();
  expect(consentSentence(consent(1_204, 1_100))).toBe(
    '1,100 of 1,204 have agreed that their data is passed on, 104 have not.',
  );
  expect(consentSentence(consent(1_204, 1_204))).toBe('All 1,204 have agreed.');
  expect(consentSentence(consent(12, 8, 3))).toBe(
    '8 of 12 have agreed that their data is passed on, 1 have not. 3 forbade it and stay, whatever is on paper.',
  );
});

test('says how it came out', () => {
  const back = { put_back: { put_back: 12_000, kept: 331 } };
  expect(
    [
      complete(),
      complete({ status: 'cancelled' }),
      complete({ status: 'failed', failure: 'The disk is full.' }),
      complete({ failure: 'Putting back stopped.', put_back: { put_back: 4, kept: 0 } }),
      complete({ reverted: true, put_back: { put_back: 12_331, kept: 0 } }),
      complete(back),
    ].map(outcomeOf),
  ).toEqual([
    { tone: 'warn', text: '12,331 contacts are with Priya Raman now, 12 left alone.' },
    { tone: 'warn', text: 'Cancelled: 12,331 contacts are with Priya Raman now, 12 left alone.' },
    { tone: 'bad', text: 'The disk is full.' },
    { tone: 'bad', text: 'Putting back stopped.' },
    { tone: 'info', text: 'Reverted: 12,331 contacts given back.' },
    { tone: 'info', text: 'Partly reverted: 12,000 contacts given back, 331 kept.' },
  ]);
});

test('tells a receiver from whom they are', () => {
  expect(noticeOf(complete(), 1012)).toEqual({
    tone: 'info',
    text: 'Ada Agent has transferred 12,331 contacts to you.',
  });
  expect(noticeOf(complete(), 1007).text).toContain('are with Priya Raman now');
});

test('counts a revert by what moved', () => {
  const reverting = complete({ revert: true, put_back: { put_back: 2_000, kept: 4 }, rate: 1_000 });
  expect([doneWords(transfer()), doneWords(reverting), paceWords(reverting)]).toEqual([
    '4,000 of 12,431 contacts',
    '2,004 of 12,331 contacts looked at',
    '10 s left',
  ]);
});

test('counts a revert of some by those that it names', () => {
  const some = complete({ revert: true, put_back: { put_back: 900, kept: 4 }, revert_part: { asked: 600, done: 250 } });
  expect(doneWords(some)).toBe('250 of 600 contacts looked at');
});

test('has words for every reason of a contact', () => {
  const left = TRANSFER_REASONS.map((reason) => rowWords(row({ outcome: 'left', reason })).why);
  const kept = KEPT_REASONS.map((reason) => rowWords(row({ put_back: false, kept: reason })).why);
  expect([...left, ...kept]).toEqual([
    'not there, or not yours to see',
    'not yours to give away',
    'deleted',
    'has not agreed that its data is passed on',
    'went to somebody else meanwhile',
    'the new owner cannot take it any more',
    'changed since',
    'deleted since',
    'went to somebody else since',
    'whose it was cannot take it back',
    'not yours to see any more',
  ]);
});

test('names another transfer where there was one', () => {
  const left = row({ outcome: 'left', reason: 'transferred_meanwhile', first_transfer_id: 9 });
  expect(rowWords(left).why).toBe('another transfer was first');
});

test('says what became of a contact', () => {
  expect(
    [
      row(),
      row({ outcome: 'unchanged' }),
      row({ put_back: true }),
      row({ put_back: false, kept: 'changed_since' }),
    ].map((one) => rowWords(one).text),
  ).toEqual(['Moved', 'Theirs already', 'Put back', 'Kept']);
});

test('does not repeat the word of an event in its sentence', () =>
  expect([eventSentence('complete', 'Complete: 5 moved.'), eventSentence('began', 'Began with 5.')]).toEqual([
    '5 moved.',
    'Began with 5.',
  ]));
