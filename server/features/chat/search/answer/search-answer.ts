import type { ReplyMetadata } from '#contract/chat/reply.contract.ts';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { fieldWord, isNamedField, type NamedField, scopeSentence } from '#rules/contacts/scope-sentence.ts';
import { formatContacts } from '#rules/words/format-count.ts';
import type { Deps } from '../../../../deps.ts';
import { Refusal } from '../../../../errors.ts';
import type { Identity } from '../../../../identity.ts';
import { listContacts } from '../../../contacts/list/list-contacts.service.ts';
import { maySearchPrescriptions, namesDrugs, NO_PRESCRIPTIONS } from '../../../contacts/list/prescription-filter.ts';
import type { ChatAnswer } from '../../answer.ts';
import { findNamedIn, MOST_CARDS, type Named } from '../../named-contacts.ts';
import { birthWords } from '../words/birth-words.ts';
import type { CarriedOn } from './carry-on.ts';
import type { RefusedCommand } from '../read-sentence.ts';
import { NOTHING, type Standing } from './standing.ts';
import { type AgencyWords, choicesOf } from '../words/vocabulary.ts';

/** Milliseconds that a count may take; an answer without it is better than a late one. Ours. */
const COUNT_TIMEOUT_MS = 2_000;

/** What a search by county rests on. */
const BY_ZIP = 'Counties go by ZIP code: each counts for the county in which most of it lies.';

/** What a search by drug rests on. */
const BY_NAME = 'Drugs go by the name in the prescriptions: a brand and its generic are two names.';

/** Filters that an empty answer offers to drop. Ours. */
const MOST_DROPPED = 3;

interface Asked {
  readonly deps: Deps;
  readonly identity: Identity;
  readonly words: AgencyWords;
  /** The day where the person is, `YYYY-MM-DD`. */
  readonly today: string;
}

/** Everything about one search: the count, the contacts if a name was mentioned, and the open questions. */
export async function searchAnswer(asked: Asked, carried: CarriedOn): Promise<ChatAnswer> {
  const { leftOut, scope } = carried;
  const { search = [] } = scope;
  const isOfPrescriptions = search.some(({ field }) => field === 'prescription');
  if (isOfPrescriptions && !maySearchPrescriptions(asked.identity)) return answered(NOTHING, {}, NO_PRESCRIPTIONS);
  const answer = await foundAnswer(asked, carried);
  const lead = leftOut.length === 0 ? [] : [`Left out: ${leftOut.map((part) => `“${part}”`).join(', ')}.`];
  const rests = [
    ...(search.some(({ field }) => field === 'county') ? [BY_ZIP] : []),
    ...(namesDrugs(search) ? [BY_NAME] : []),
  ];
  return { ...answer, content: [...lead, answer.content, ...rests].join(' ') };
}

async function foundAnswer(asked: Asked, carried: CarriedOn): Promise<ChatAnswer> {
  const { deps, identity, words } = asked;
  const { scope, questions } = carried;
  const names = namesIn(scope, words);
  const base: ReplyMetadata = {
    ...(names.length > 0 ? { names } : {}),
    ...(carried.assumptions.length > 0 ? { assumptions: [...carried.assumptions] } : {}),
    ...(questions.length > 0 ? { questions: [...questions] } : {}),
    ...(carried.isRefined ? { suggestions: [START_OVER] } : {}),
  };
  if (carried.refusal !== null) return refusedAnswer(asked, carried, base, carried.refusal);
  if (Object.keys(scope).length === 0 && questions.length > 0) return unsureAnswer(carried, base, null);
  if (scope.q !== undefined && questions.length === 0) {
    const named = await inTime(findNamedIn(deps, identity, scope, COUNT_TIMEOUT_MS));
    if (named !== null) return namedAnswer(asked, carried, base, named);
  }
  const count = await inTime(countOf(deps, identity, scope));
  const metadata = { ...base, search_payload: ContactsScope.parse(scope), ...(count === null ? {} : { count }) };
  if (questions.length > 0) return unsureAnswer(carried, metadata, sentenceOf(asked, scope, count));
  if (count === 0) return nobodyAnswer(asked, carried, metadata);
  return openList(carried, metadata, sentenceOf(asked, scope, count));
}

/** Counts like the list, for this user. @throws {Refusal} like `listContacts`. */
async function countOf(deps: Deps, identity: Identity, scope: ContactsScopeInput): Promise<number | null> {
  const asked = ContactsScope.parse({ ...scope, limit: 1 });
  const { meta } = await listContacts(deps, identity, asked, { timeoutMs: COUNT_TIMEOUT_MS });
  return meta.total_count;
}

/** `null`: it takes too long. */
const inTime = <Found>(found: Promise<Found>): Promise<Found | null> =>
  found.catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'unavailable') return null;
    throw error;
  });

/** One or a few people are cards to choose from; many are a list. */
function namedAnswer(asked: Asked, carried: CarriedOn, base: ReplyMetadata, named: Named): ChatAnswer {
  const { scope } = carried;
  const { contacts, total, close } = named;
  const metadata: ReplyMetadata = { ...base, search_payload: ContactsScope.parse(scope), count: total };
  const called = scope.forgiving ? `named “${scope.q ?? ''}”` : `with “${scope.q ?? ''}”`;
  const [first] = contacts;
  if (first === undefined) return nobodyAnswer(asked, carried, metadata);
  if (total > MOST_CARDS) return openList(carried, metadata, sentenceOf(asked, scope, total));
  const cards = { ...metadata, contacts: [...contacts] };
  const state: Standing = { scope, questions: [], cards: contacts, asksWhich: true };
  const lead = close ? `I can't find anyone ${called}.` : '';
  if (total === 1) {
    const place = [first.city, first.state].filter(Boolean).join(', ');
    const content = `${lead} Do you mean ${first.name}${place ? ` in ${place}` : ''}?`.trim();
    return {
      ...answered(state, { ...cards, contact_number: first.number }, content),
      responseType: 'contact_confirmation',
    };
  }
  const content =
    `${lead} ${total} contacts ${close ? 'come close' : `match “${scope.q ?? ''}”`}. Which one do you mean?`.trim();
  return { ...answered(state, cards, content), responseType: 'contact_selection' };
}

const answered = (state: Standing, metadata: ReplyMetadata, content: string): ChatAnswer => ({
  content,
  responseType: null,
  metadata,
  state,
  isAtLoss: false,
});

const openList = ({ scope }: Standing, metadata: ReplyMetadata, content: string): ChatAnswer => ({
  ...answered({ ...NOTHING, scope }, { ...metadata, redirect_url: '/contacts', action: 'open_contacts' }, content),
  responseType: 'redirect',
});

const REFUSALS = {
  delete: { cannot: "I can't delete contacts.", how: 'Select them in the list to delete them.' },
  merge: { cannot: "I can't merge contacts.", how: 'Open Possible duplicates to merge them.' },
  change: { cannot: "I can't change contacts.", how: 'Select them in the list to change them.' },
  call: { cannot: "I can't call contacts.", how: 'Open a contact to call.' },
} as const;

/** Says that nothing was done, what was found instead and where to do it; nothing opens by itself. */
async function refusedAnswer(
  asked: Asked,
  carried: CarriedOn,
  base: ReplyMetadata,
  { what }: RefusedCommand,
): Promise<ChatAnswer> {
  const { scope, questions, cards } = carried;
  const { cannot, how } = REFUSALS[what];
  const state: Standing = { scope, questions, cards, asksWhich: false };
  const ask = questions.length > 0 ? [`I'm not sure about ${quoted(questions)}.`] : [];
  if (Object.keys(scope).length === 0) return answered(state, base, [cannot, ...ask, how].join(' '));
  const count = await inTime(countOf(asked.deps, asked.identity, scope));
  const metadata = { ...base, search_payload: ContactsScope.parse(scope), ...(count === null ? {} : { count }) };
  const found = `I found ${count === null ? 'these contacts' : ''}${sentenceOf(asked, scope, count).replace(/^Contacts/, '')}`;
  return answered(state, metadata, [cannot, found, ...ask, ...(count === 0 ? [] : [how])].join(' '));
}

const quoted = (questions: CarriedOn['questions']): string => questions.map(({ part }) => `“${part}”`).join(' and ');

/** The sure part with what is asked back; nothing opens by itself. */
function unsureAnswer(carried: CarriedOn, metadata: ReplyMetadata, sure: string | null): ChatAnswer {
  const { scope, questions, cards, isAtLoss } = carried;
  const parts = quoted(questions);
  const ask = questions.length === 1 ? `What do you mean by ${parts}?` : `I'm not sure about ${parts}.`;
  const answer = answered(
    { scope, questions, cards, asksWhich: false },
    metadata,
    [sure, ask].filter(Boolean).join(' '),
  );
  // A question with something to choose from is understood; one without is not.
  const isUnderstood = questions.some(({ options }) => options.length > 1);
  return { ...answer, isAtLoss: !isUnderstood && (isAtLoss || sure === null) };
}

function nobodyAnswer({ words, today }: Asked, { scope, cards }: Standing, metadata: ReplyMetadata): ChatAnswer {
  const isMine = (scope.contact_group ?? 'mine') === 'mine';
  const fields = [...new Set((scope.search ?? []).map(({ field }) => fieldName(field)))];
  const isNarrow = fields.length + (scope.type ? 1 : 0) > 1 || (scope.q !== undefined && fields.length > 0);
  const suggestions = [
    ...(isMine && words.owners.length > 0 ? [EVERYBODY] : []),
    ...(isNarrow ? fields.slice(0, MOST_DROPPED).map((field) => `Drop the ${field}`) : []),
    START_OVER,
  ];
  const born = birthWords(scope, today, 0);
  const content = `Found no contacts${born}: ${scopeSentence(scope, nameIn(words))}.`;
  return answered({ scope, questions: [], cards, asksWhich: false }, { ...metadata, suggestions }, content);
}

/** Sentences that `carryOn` understands. */
const EVERYBODY = 'Everyone in the agency instead';
const START_OVER = 'Start over';
const FIELD_NAMES: Readonly<Record<string, string>> = {
  dob: 'age',
  birth_month: 'birthday',
  created_at: 'date added',
  last_call_at: 'call',
  last_touch_at: 'touch',
  tag: 'tag',
  county: 'county',
  prescription: 'drug',
};
const fieldName = (field: string): string => FIELD_NAMES[field] ?? fieldWord(field as Parameters<typeof fieldWord>[0]);

/** `12 contacts who turn 65 between 10/01/2026 and 12/31/2026: Mine, state TX, born after 09/30/1961, …` */
function sentenceOf({ words, today }: Asked, scope: ContactsScopeInput, count: number | null): string {
  const many = count === null ? 'Contacts' : formatContacts(count);
  return `${many}${birthWords(scope, today, count)}: ${scopeSentence(scope, nameIn(words))}.`;
}

const nameIn = (words: AgencyWords) => (id: string, field: NamedField) => nameOf(words, field, id);

const nameOf = (words: AgencyWords, field: NamedField, id: string): string | undefined => {
  // MAX searches by no vendor.
  if (field === 'api_vendor') return undefined;
  if (field === 'owner' && id === words.me) return 'me';
  const choices =
    field === 'owner' ? words.owners : field === 'import_id' ? words.imports : choicesOf({ words }, field);
  return choices.find((choice) => choice.id === id)?.name;
};

/** Names of all choices whose ids are in a scope. */
function namesIn({ search = [] }: ContactsScopeInput, words: AgencyWords) {
  return search.flatMap(({ field, value }) =>
    isNamedField(field)
      ? [value].flat().flatMap((id) => {
          const name = nameOf(words, field, id);
          return name === undefined ? [] : [{ field, id, name }];
        })
      : [],
  );
}
