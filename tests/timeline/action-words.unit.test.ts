import { expect, test } from 'vitest';
import { fieldWords } from '../../src/rules/contacts/field-words.ts';
import { actionWords, bulkWords, hasWords } from '../../src/views/timeline/action-words.ts';
import { contractEndpoints } from '../_api/contract-endpoints.ts';

/** Actions of calls about one contact, which its timeline shows. */
const ACTIONS = [
  ...new Set(
    contractEndpoints.flatMap(({ path, audit, name }) =>
      audit !== null && (path.startsWith('/v1/contacts/:id') || name === 'createContact') ? [audit].flat() : [],
    ),
  ),
];

test('every action of a call about one contact has words', () => {
  expect(ACTIONS.length).toBeGreaterThan(25);
  expect(ACTIONS.filter((action) => !hasWords(action))).toEqual([]);
});

test('what the check of a file finds has words', () => {
  expect(['file.infected', 'file.refused'].filter((action) => !hasWords(action))).toEqual([]);
});

test('every action of a change of many has words', () => {
  const many = [
    'contacts.deleted',
    'contacts.restored',
    'contacts.tagged',
    'contacts.grouped',
    'contacts.pooled',
    'contacts.opted_out',
    'contacts.campaign_started',
    'contacts.workflow_started',
    'workflow.contacts_moved',
  ];

  expect(many.filter((action) => !hasWords(action))).toEqual([]);
});

test.each([
  ['tags', 'add', ['hot'], 'added the tag hot'],
  ['tags', 'remove', ['hot', 'new'], 'removed the tags hot, new'],
  ['tags', 'replace', ['hot', 'new'], 'replaced all tags with hot, new'],
  ['tags', 'replace', [], 'removed all tags'],
  ['status', null, ['Won'], 'set the status to Won'],
  ['agentflow_status', null, [], 'removed the Agentflow status'],
  ['campaign', null, ['Welcome'], 'started the campaign Welcome'],
  ['workflow', null, ['Welcome'], 'started the workflow Welcome'],
  ['workflow_move', null, ['Welcome'], 'moved the contact to another version of Welcome'],
  ['delete', null, [], 'deleted the contact'],
  ['restore', null, [], 'restored the contact'],
  ['something', null, [], 'changed the contact'],
])('a change %s %s %j says what it did, and whether to others too', (action, mode, names, words) => {
  expect([true, false].map((alone) => bulkWords({ action, mode, names, alone, changed: true, consents: [] }))).toEqual([
    words,
    `${words} (bulk change)`,
  ]);
});

test.each([
  ['something.happenedTwice', 'happened twice something'],
  ['odd_thing.done', 'done odd thing'],
  ['bare', 'bare'],
])('an action without words of its own says its name: %s', (action, words) => {
  expect(actionWords(action)).toBe(words);
});

test.each([
  [[], ''],
  [['city'], 'city'],
  [['dob', 'zip_code', 'status_id'], 'birth date, ZIP code and status'],
])('fields %j are a list in words', (fields, words) => {
  expect(fieldWords(fields)).toBe(words);
});
