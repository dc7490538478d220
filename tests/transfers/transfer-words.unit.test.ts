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
    '1,204 contacts will be transferred to Priya Raman.',
    'From Ada Agent (1,000), Bo Lund (204) and 28 others.',
    '12 already belong to the new owner.',
    '3 skipped: deleted.',
    'Included: 12 open follow-ups, 1 active policy.',
    '7 are part of another running job.',
  ]);
});

test('says that several get them in turn, and that nothing would move', () => {
  const none = { counts: { moved: 0, unchanged: 1, left: 0 }, by_reason: [], owners: [] };
  const open = { follow_ups: 0, active_policies: 0, waiting_emails: 0, in_other_work: 0 };
  expect(previewSentences(preview(), people('Priya', 'Bo'))[0]).toBe(
    '1,204 contacts will be transferred to Priya and Bo, split evenly.',
  );
  expect(previewSentences(preview({ ...none, open }), [PRIYA])).toEqual([
    'No contacts would be transferred.',
    '1 already belongs to the new owner.',
  ]);
});

test('says what a rule about consent comes to', () => {
  const rule = { id: 3, title: 'Sharing between units', source: 'CMS 4201-F' };
  const consent = (needed: number, given: number, withdrawn = 0) =>
    preview({ consent: { rule, needed, given, missing: needed - given - withdrawn, withdrawn } });
  expect(consentSentence(preview())).toBeNull();
  expect(consentSentence(consent(1_204, 1_100))).toBe('Consent to share data: 1,100 of 1,204 on file, 104 missing.');
  expect(consentSentence(consent(1_204, 1_204))).toBe('Consent on file for all 1,204.');
  expect(consentSentence(consent(12, 8, 3))).toBe(
    'Consent to share data: 8 of 12 on file, 1 missing. 3 opted out and will be skipped, even with paper consent.',
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
    { tone: 'warn', text: '12,331 contacts transferred to Priya Raman, 12 skipped.' },
    { tone: 'warn', text: 'Canceled: 12,331 contacts transferred to Priya Raman, 12 skipped.' },
    { tone: 'bad', text: 'The disk is full.' },
    { tone: 'bad', text: 'Putting back stopped.' },
    { tone: 'info', text: 'Reverted: 12,331 contacts returned.' },
    { tone: 'info', text: 'Partly reverted: 12,000 contacts returned, 331 not reverted.' },
  ]);
});

test('tells a receiver from whom they are', () => {
  expect(noticeOf(complete(), 1012)).toEqual({
    tone: 'info',
    text: 'Ada Agent transferred 12,331 contacts to you.',
  });
  expect(noticeOf(complete(), 1007).text).toContain('transferred to Priya Raman');
});

test('counts a revert by what moved', () => {
  const reverting = complete({ revert: true, put_back: { put_back: 2_000, kept: 4 }, rate: 1_000 });
  expect([doneWords(transfer()), doneWords(reverting), paceWords(reverting)]).toEqual([
    '4,000 of 12,431 contacts',
    '2,004 of 12,331 contacts checked',
    '10 s left',
  ]);
});

test('counts a revert of some by those that it names', () => {
  const some = complete({ revert: true, put_back: { put_back: 900, kept: 4 }, revert_part: { asked: 600, done: 250 } });
  expect(doneWords(some)).toBe('250 of 600 contacts checked');
});

test('has words for every reason of a contact', () => {
  const left = TRANSFER_REASONS.map((reason) => rowWords(row({ outcome: 'left', reason })).why);
  const kept = KEPT_REASONS.map((reason) => rowWords(row({ put_back: false, kept: reason })).why);
  expect([...left, ...kept]).toEqual([
    "not found, or you don't have access",
    "you can't transfer them",
    'deleted',
    'no consent to share their data',
    'transferred to someone else',
    'the new owner can no longer receive it',
    'changed since',
    'deleted since',
    'transferred again since',
    'the previous owner can no longer receive it',
    'you no longer have access',
  ]);
});

test('names another transfer where there was one', () => {
  const left = row({ outcome: 'left', reason: 'transferred_meanwhile', first_transfer_id: 9 });
  expect(rowWords(left).why).toBe('another transfer ran first');
});

test('says what became of a contact', () => {
  expect(
    [
      row(),
      row({ outcome: 'unchanged' }),
      row({ put_back: true }),
      row({ put_back: false, kept: 'changed_since' }),
    ].map((one) => rowWords(one).text),
  ).toEqual(['Transferred', 'Already theirs', 'Reverted', 'Not reverted']);
});

test('does not repeat the word of an event in its sentence', () =>
  expect([eventSentence('complete', 'Complete: 5 moved.'), eventSentence('began', 'Started with 5.')]).toEqual([
    '5 moved.',
    'Started with 5.',
  ]));
