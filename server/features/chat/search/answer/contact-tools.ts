import { z } from 'zod';
import { chatTool } from '../../answer.ts';
import { findNamed } from '../../named-contacts.ts';
import { readAgencyWords, readVocabulary } from '../words/agency-words.service.ts';
import { NamedScope, scopeOf } from '../named-scope.ts';
import { searchAnswer } from './search-answer.ts';
import { NOTHING } from './standing.ts';
import { type ChoiceField, choicesOf, type Vocabulary } from '../words/vocabulary.ts';

/** A tool's search starts over, and is exactly the request. */
const AS_ASKED = {
  ...NOTHING,
  assumptions: [],
  leftOut: [],
  isAtLoss: false,
  isReset: false,
  isRefined: false,
  refusal: null,
};

const findContacts = chatTool({
  name: 'find_contacts',
  description:
    'Finds contacts that match all conditions, counts them and shows them as a list. Pass choices by name and dates as YYYY-MM-DD.',
  doing: 'Looking for contacts',
  input: NamedScope,
  run: async (deps, { identity, today }, input) => {
    const vocabulary = await readVocabulary(deps, identity);
    const { scope, unknown } = scopeOf(input, vocabulary, today);
    if (unknown.length > 0) return { told: { not_found: unknown, known: knownNames(vocabulary) }, answer: null };
    const answer = await searchAnswer({ deps, identity, words: vocabulary.words, today }, { ...AS_ASKED, scope });
    const { count, contacts } = answer.metadata;
    return {
      told: {
        shown: answer.content,
        count: count ?? null,
        contacts: (contacts ?? []).map(({ number, name, city, state }) => ({ number, name, city, state })),
      },
      answer,
    };
  },
});

/** Maximum choice names per list that a model gets. Our choice. */
const TOLD_NAMES = 60;

const knownNames = (vocabulary: Vocabulary) => ({
  tags: nameList(vocabulary, 'tag'),
  statuses: nameList(vocabulary, 'status'),
  agentflow_statuses: nameList(vocabulary, 'agentflow_status'),
  groups: nameList(vocabulary, 'group'),
  sources: nameList(vocabulary, 'source'),
  categories: nameList(vocabulary, 'category'),
  pools: nameList(vocabulary, 'pool'),
  owners: vocabulary.words.owners.slice(0, TOLD_NAMES).map(({ name }) => name),
});
const nameList = (vocabulary: Vocabulary, field: ChoiceField) =>
  choicesOf(vocabulary, field)
    .slice(0, TOLD_NAMES)
    .map(({ name }) => name);

const lookUpContact = chatTool({
  name: 'look_up_contact',
  description: 'Finds up to five contacts by a name, a phone number or an e-mail address, even if misspelled.',
  doing: 'Looking for a contact',
  input: z.strictObject({ name_or_number: z.string().min(1).max(100) }),
  run: async (deps, { identity, today }, { name_or_number: said }) => {
    const words = await readAgencyWords(deps, identity);
    const scope = { q: said, contact_group: 'all' as const, ...(/\d/.test(said) ? {} : { forgiving: true }) };
    const { contacts, total } = await findNamed(deps, identity, said);
    const answer = await searchAnswer({ deps, identity, words, today }, { ...AS_ASKED, scope });
    return {
      told: {
        total,
        contacts: contacts.map(({ number, name, city, state, owner }) => ({ number, name, city, state, owner })),
      },
      answer,
    };
  },
});

export const CONTACT_TOOLS = [findContacts, lookUpContact];
