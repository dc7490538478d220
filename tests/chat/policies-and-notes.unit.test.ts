import { describe, expect, test } from 'vitest';
import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { readSentence } from '../../server/features/chat/search/read-sentence.ts';
import { between, by, chosen, empty, TODAY } from './agency-words.ts';
import { VOCABULARY } from './judged.ts';

function read(said: string): [ContactsScopeInput, string[]] {
  const { scope, questions } = readSentence(said, VOCABULARY, TODAY);
  return [scope, questions.map(({ part }) => part)];
}

const humana = by('policy_carrier', 'Humana', 'contains');

describe('policies', () => {
  test.each([
    ['lapsed Humana policies', [by('policy_status', 'lapsed'), humana]],
    ['who is on Humana right now', [humana, by('policy_status', 'active')]],
    // The spelling of the agency's own policies.
    ['people on UHC', [by('policy_carrier', 'UnitedHealthcare', 'contains')]],
    ['people with Meridian', [by('policy_carrier', 'Meridian', 'contains')]],
    ['people in Meridian', [by('city', 'Meridian')]],
    ['not on Humana', [by('policy_carrier', 'Humana', 'not')]],
    ['whose Humana policy expired last month', [humana, ...between('policy_expires_on', '2026-09-30', '2026-11-01')]],
    ['premium over $1,200 a year', [by('policy_premium', '100', 'over')]],
    ['premium of at least $99.50', [by('policy_premium', '99.49', 'over')]],
    [
      'people with a life policy but no dental plan',
      [by('policy_type', 'life'), by('policy_type', 'dental_vision', 'not')],
    ],
    ['people with a policy', [by('policy_type', '', 'not_empty')]],
    ['everyone with no coverage', [empty('policy_type')]],
  ])('%s', (said, search) => {
    expect(read(said)).toEqual([{ search }, []]);
  });

  test.each([
    ['who does not have a Humana Part D plan', {}, ['not have a Humana Part D plan']],
    ['clients whose policy lapsed this year', { type: 'client' }, ['policy lapsed this year']],
    ['clients on Humana Gold Plus', { search: [humana], type: 'client' }, ['Gold Plus']],
    ['clients with a health plan or a life policy', { type: 'client' }, ['with a health plan or a life policy']],
    ['Humana leads', { type: 'lead' }, ['Humana']],
    ['plan G clients', { type: 'client' }, ['plan G']],
    ['clients with a policy review next week', { type: 'client' }, ['policy review next week']],
    ['premium over $1,000 a year', {}, ['premium over $1,000 a year']],
  ])('%s is asked about', (said, scope, asked) => {
    expect(read(said)).toEqual([scope, asked]);
  });
});

describe('notes', () => {
  test.each([
    ['people with notes about a cruise', [by('note', 'cruise', 'contains')]],
    ['notes that say “call after 5 and text”', [by('note', 'call after 5 and text', 'contains')]],
    ['people who mention knee surgery in their notes', [by('note', 'knee surgery', 'contains')]],
    ['whose notes say hospice or cancer in Texas', [by('note', ['hospice', 'cancer'], 'contains'), by('state', 'TX')]],
    ['people without notes', [empty('note')]],
  ])('%s', (said, search) => {
    expect(read(said)).toEqual([{ search }, []]);
  });

  test.each([
    ['people with no notes about surgery', 'with no notes'],
    ['people with a note about surgery last week', 'note about surgery last week'],
  ])('%s is asked about', (said, part) => {
    const [scope, asked] = read(said);
    expect([scope, asked]).toEqual([{}, expect.arrayContaining([part])]);
  });
});

describe('what nothing reads is asked about, and is no opposite', () => {
  test.each([
    ['pull up missus Delacroix', { q: 'Delacroix', forgiving: true }, []],
    ['who do I have to call in Tampa', { search: [by('city', 'Tampa')] }, ['have to call']],
    ['leads I want to text', { type: 'lead' }, ['want to text']],
    ['leads that need a call', { type: 'lead' }, ['call']],
    ['follow ups that are done', {}, ['follow ups that are done']],
    ['what follow ups are we behind on', { search: [by('follow_up_on', TODAY, 'before')] }, []],
    ['no hot leads got called this month', {}, ['no hot leads got called this month']],
    [
      'none of the VIP clients were called this month',
      { search: [chosen('tag', 'VIP'), by('last_call_at', '2026-11-01', 'not_since')], type: 'client' },
      [],
    ],
    ['patients of Dr. Rivera', {}, ['of Dr. Rivera']],
  ])('%s', (said, scope, asked) => {
    expect(read(said)).toEqual([scope, asked]);
  });
});
