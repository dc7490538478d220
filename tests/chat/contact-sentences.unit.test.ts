import { expect, test } from 'vitest';
import {
  CONTACT_FILTER_FIELDS,
  ContactsScope,
  type ContactsScopeInput,
  FILTER_OPS,
} from '#contract/contacts/scope.contract.ts';
import { FILTER_OPS_OF } from '#rules/contacts/filter-ops.ts';
import { by, type SentenceFilter } from './agency-words.ts';
import { CONTACT_SENTENCES } from './contact-sentences.ts';
import { EIGHTH_HELD_OUT_SENTENCES } from './eighth-held-out-sentences.ts';
import { FIFTH_HELD_OUT_SENTENCES } from './fifth-held-out-sentences.ts';
import { FOURTH_HELD_OUT_SENTENCES } from './fourth-held-out-sentences.ts';
import { HELD_OUT_SENTENCES } from './held-out-sentences.ts';
import { NINTH_HELD_OUT_SENTENCES } from './ninth-held-out-sentences.ts';
import { SECOND_HELD_OUT_SENTENCES } from './second-held-out-sentences.ts';
import { SEVENTH_HELD_OUT_SENTENCES } from './seventh-held-out-sentences.ts';
import { SIXTH_HELD_OUT_SENTENCES } from './sixth-held-out-sentences.ts';
import { THIRD_HELD_OUT_SENTENCES } from './third-held-out-sentences.ts';

const SETS = [
  { name: 'the sentences', sentences: CONTACT_SENTENCES, count: 120 },
  { name: 'those held out', sentences: HELD_OUT_SENTENCES, count: 60 },
  { name: 'the second ones held out', sentences: SECOND_HELD_OUT_SENTENCES, count: 60 },
  { name: 'the third ones held out', sentences: THIRD_HELD_OUT_SENTENCES, count: 120 },
  { name: 'the fourth ones held out', sentences: FOURTH_HELD_OUT_SENTENCES, count: 120 },
  { name: 'the fifth ones held out', sentences: FIFTH_HELD_OUT_SENTENCES, count: 120 },
  { name: 'the sixth ones held out', sentences: SIXTH_HELD_OUT_SENTENCES, count: 60 },
  { name: 'the seventh ones held out', sentences: SEVENTH_HELD_OUT_SENTENCES, count: 60 },
  { name: 'the eighth ones held out', sentences: EIGHTH_HELD_OUT_SENTENCES, count: 60 },
  { name: 'the ninth ones held out', sentences: NINTH_HELD_OUT_SENTENCES, count: 31 },
];

const has = (list: readonly string[], word: string) => list.includes(word);

/** A word for calls that the contract does not have yet is checked as the one nearest to it. */
function withKnownWords({ search = [], ...scope }: ContactsScopeInput): ContactsScopeInput {
  const known = (search as readonly SentenceFilter[]).map(({ field, op, value }) =>
    by(
      field === 'last_call_at' && !has(CONTACT_FILTER_FIELDS, field) ? 'last_touch_at' : field,
      value,
      op === 'not_since' && !has(FILTER_OPS, op) ? 'before' : op,
    ),
  );
  return { ...scope, search: known };
}

test.each(SETS)('$name are as many as they should be', ({ sentences, count }) => {
  expect(sentences).toHaveLength(count);
});

test('none is said twice', () => {
  const said = SETS.flatMap(({ sentences }) => sentences).map((sentence) =>
    sentence.said.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '),
  );
  expect(said.filter((words, index) => said.indexOf(words) !== index)).toEqual([]);
});

// By set and not by sentence: a list of tests must not show those held out.
test.each(SETS)('every scope of $name can be read', ({ sentences }) => {
  const refused = sentences.filter(({ scope }) => !ContactsScope.safeParse(withKnownWords(scope)).success);
  expect(refused).toEqual([]);
});

test.each(SETS)('each field in $name can be asked so', ({ sentences }) => {
  const refused = sentences.filter(({ scope }) =>
    withKnownWords(scope).search?.some(({ field, op = 'is' }) => !has(FILTER_OPS_OF[field], op)),
  );
  expect(refused).toEqual([]);
});

test.each(SETS)('only what differs from the defaults is written in $name', ({ sentences }) => {
  const defaults: Record<string, unknown> = ContactsScope.parse({});
  const repeating = sentences.filter(({ scope }) =>
    Object.entries(scope).some(([key, value]) => JSON.stringify(value) === JSON.stringify(defaults[key])),
  );
  expect(repeating).toEqual([]);
});

test.each(SETS)('questions and alternatives quote the sentence, in $name', ({ sentences }) => {
  const foreign = sentences.filter(
    ({ said, asks, parts = {} }) =>
      asks?.length === 0 || [...(asks ?? []), ...Object.values(parts)].some((part) => !part || !said.includes(part)),
  );
  expect(foreign).toEqual([]);
});

test.each(SETS)('no span of days in $name is empty', ({ sentences }) => {
  const backwards = sentences.filter(({ scope: { search = [] } }) =>
    search.some(
      ({ field, op, value }) =>
        op === 'after' && search.some((end) => end.field === field && end.op === 'before' && end.value <= value),
    ),
  );
  expect(backwards).toEqual([]);
});
