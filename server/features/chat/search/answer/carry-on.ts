import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { isLeaveOut } from '../../said.ts';
import { wordTable } from '../../word-table.ts';
import { FIELD_WAYS } from '../words/field-words.ts';
import { mergeScopes, type Mode, withoutFields } from '../merge-scopes.ts';
import { type Reading, readSentence } from '../read-sentence.ts';
import { fold } from './said-words.ts';
import { NOTHING, type Standing, told } from './standing.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

/** Effect of a message on the current search. */
export interface CarriedOn extends Standing {
  readonly assumptions: readonly string[];
  /** Parts of earlier messages with an open question that this message doesn't answer. */
  readonly leftOut: readonly string[];
  /** True when nothing was understood: the search is unchanged. */
  readonly isAtLoss: boolean;
  /** Started over, empty so far. */
  readonly isReset: boolean;
  /** Refines the current search. */
  readonly isRefined: boolean;
}

const START_OVER =
  /^(?:please )?(?:start (?:over|again|fresh|anew)|startover|reset|clear (?:it|all|everything|that|the search)|clear|new search|forget (?:everything|all that|all of it)|empieza de nuevo)(?: please)?[.!]?$/i;
const LEAVE_OUT_PART = /^leave out [“"']?(.+?)[”"']?$/i;

/** Fields removed by name: `drop the tag`, `without the state`, `any age`. */
const DROPPED =
  /^(?:(?:drop|remove|forget|ignore|lose|take out|take off|clear|skip|leave out)(?: the| that| my)?|without (?:the|that)|any|whatever|no matter (?:the|what)) (.+?)(?: filter| part| condition)?[.!]?$/i;
const MORE_FIELDS = wordTable<readonly string[]>({
  age: ['dob', 'birth_month'],
  ages: ['dob', 'birth_month'],
  birthday: ['dob', 'birth_month'],
  type: ['type'],
  owner: ['owner'],
  name: ['q', 'forgiving'],
  category: ['category'],
  order: ['order', 'order_field'],
  sorting: ['order', 'order_field'],
  limit: ['select_n'],
  number: ['select_n', 'phone'],
  call: ['last_call_at'],
  calls: ['last_call_at'],
  touch: ['last_touch_at'],
  date: ['created_at'],
  dates: ['created_at'],
  'date added': ['created_at'],
  duplicates: ['duplicate'],
});

const WIDEN = /^(?:also|and also|and|plus|add|include|or|as well as)\b|\b(?:too|as well)[.!]?$/i;
const REPLACE = /\binstead\b|^(?:change (?:it|that) to|make (?:it|that)|switch to|what about|how about|rather)\b/i;
const ONLY =
  /\bonly\b|^(?:but|narrow|limit|keep|now|of those|of these|of them|which of|those|these|them|the ones|and)\b|^just (?!give|gimme|show|find|pull|get|list)/i;
const DENY = /^(?:remove|drop|take out|take off|exclude|lose|get rid of|leave out)\b/i;
const NOT = /^(?:not|no|without|except|minus|but not)\b/i;
/** References to the current search. */
const POINTING = /\b(?:those|these|them|they|ones|it)\b/i;
const ASKING =
  /^(?:who|whos|who's|which|how many|what|show|find|pull|give|gimme|get|list|look|search|i need|i want|can you|do i|do we|dame|busca)\b/i;
const CUES =
  /^(?:also|and also|and|plus|add|include|only|just|but|now|rather|make it|make that|change it to|change that to|switch to|what about|how about|narrow (?:it )?(?:down )?to|limit (?:it )?to|keep(?: only)?|of those|of these|of them)\s+(?:the ones? |those |these |them |just |only )?/i;

/** One message on: an answer to a question, a refinement, or a new search. */
export function carryOn(before: Standing, message: string, vocabulary: Vocabulary, today: string): CarriedOn {
  if (START_OVER.test(message)) return { ...settled(NOTHING), isReset: true };
  const answered = answeredQuestion(before, message);
  if (answered !== null) {
    const { standing, says } = answered;
    return says === null ? settled(standing) : merged(standing, readSentence(says, vocabulary, today), 'narrow');
  }
  const hasSearch = Object.keys(before.scope).length + before.questions.length > 0;
  const dropped = hasSearch ? droppedFields(before.scope, message) : null;
  if (dropped !== null)
    return letGo(before, (open) => settled({ ...open, scope: told(withoutFields(open.scope, dropped)) }));
  const whole = readSentence(message, vocabulary, today);
  const mode = hasSearch ? modeOf(message, whole) : null;
  const completed = mode === null || isSure(whole) ? null : completedQuestion(before, message, vocabulary, today);
  if (completed !== null) return completed;
  const reading = mode === null ? whole : readSentence(refining(message), vocabulary, today);
  if (reading.isAtLoss && reading.questions.length === 0) return lost(before);
  if (mode === null) return { ...merged({ ...NOTHING, cards: before.cards }, whole, 'narrow'), isRefined: false };
  return letGo(before, (open) => merged(open, reading, mode));
}

const isSure = ({ questions, isAtLoss }: Reading): boolean => questions.length === 0 && !isAtLoss;

const settled = (standing: Standing): CarriedOn => ({
  ...standing,
  asksWhich: false,
  assumptions: [],
  leftOut: [],
  isAtLoss: false,
  isReset: false,
  isRefined: false,
});
const lost = (standing: Standing): CarriedOn => ({
  ...settled(standing),
  asksWhich: standing.asksWhich,
  isAtLoss: true,
});

function merged(before: Standing, reading: Reading, mode: Mode): CarriedOn {
  const asked = reading.questions.map(({ part }) => part);
  return {
    ...settled(before),
    scope: told(mergeScopes(before.scope, reading.said, mode)),
    questions: [...before.questions.filter(({ part }) => !asked.includes(part)), ...reading.questions],
    assumptions: reading.assumptions,
    isAtLoss: reading.isAtLoss,
    isRefined: true,
  };
}

/** Drops questions that a message doesn't answer, and says so: no question is repeated forever. */
const letGo = (before: Standing, goOn: (open: Standing) => CarriedOn): CarriedOn => ({
  ...goOn({ ...before, questions: [] }),
  leftOut: before.questions.map(({ part }) => part),
});

/** `this quarter` answers `turning 65` when both are read together. `null`: it completes no question. */
function completedQuestion(before: Standing, message: string, vocabulary: Vocabulary, today: string): CarriedOn | null {
  for (const { part } of before.questions) {
    const reading = readSentence(`${part} ${message}`, vocabulary, today);
    const questions = before.questions.filter((question) => question.part !== part);
    if (isSure(reading)) return merged({ ...before, questions }, reading, 'narrow');
  }
  return null;
}

/** The current search without the question that a message answers, and the answer's content. `null` for none. */
function answeredQuestion(before: Standing, message: string): { standing: Standing; says: string | null } | null {
  const said = fold(message.trim());
  const without = (part: string): Standing => ({
    ...before,
    questions: before.questions.filter((question) => question.part !== part),
  });
  for (const { part, options } of before.questions) {
    const option = options.find(({ label, says }) => fold(says) === said || fold(label) === said);
    if (option) return { standing: without(part), says: leftOut(option.says) === null ? option.says : null };
  }
  const part = leftOut(message);
  const named = before.questions.find((question) => part !== null && fold(question.part) === fold(part));
  const [first] = before.questions;
  const meant = named ?? (isLeaveOut(message) ? first : undefined);
  return meant ? { standing: without(meant.part), says: null } : null;
}

const leftOut = (says: string): string | null => LEAVE_OUT_PART.exec(says.trim())?.[1] ?? null;

/** Fields dropped by name; `null` when the message drops none. */
function droppedFields(scope: ContactsScopeInput, message: string): readonly string[] | null {
  const said = DROPPED.exec(message.trim())?.[1];
  if (said === undefined) return null;
  const name = fold(said).replace(/-/g, ' ');
  const fields = MORE_FIELDS[name] ?? FIELD_WAYS.filter(({ way }) => way.join(' ') === name).map(({ field }) => field);
  const stands = (field: string) => field in scope || (scope.search ?? []).some((filter) => filter.field === field);
  return fields.some(stands) ? fields : null;
}

/** Kind of refinement that a message makes to a search; `null` for a new search. */
function modeOf(message: string, { isWhole }: Reading): Mode | null {
  if (REPLACE.test(message)) return 'replace';
  if (WIDEN.test(message)) return 'widen';
  if (ONLY.test(message) || DENY.test(message) || NOT.test(message) || POINTING.test(message)) return 'narrow';
  return isWhole || ASKING.test(message) ? null : 'narrow';
}

/** The message without the words that only refer to the search. */
function refining(message: string): string {
  const bare = message.replace(/\b(?:instead|too|as well)[.!]?$/i, '').trim();
  return DENY.test(bare)
    ? bare.replace(DENY, 'not')
    : bare
        .replace(CUES, '')
        .replace(/\bonly\b/gi, '')
        .trim();
}
