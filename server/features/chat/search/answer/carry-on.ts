import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { isLeaveOut } from '../../said.ts';
import { wordTable } from '../../word-table.ts';
import { FIELD_WAYS } from '../words/field-words.ts';
import { mergeScopes, type Mode, withoutFields } from '../merge-scopes.ts';
import { type Reading, readSentence, type RefusedCommand } from '../read-sentence.ts';
import { modeOf, refinement } from './refining.ts';
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
  /** A command that MAX doesn't carry out; `null`: the message only describes contacts. */
  readonly refusal: RefusedCommand | null;
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
  drug: ['prescription'],
  drugs: ['prescription'],
  prescriptions: ['prescription'],
  call: ['last_call_at'],
  calls: ['last_call_at'],
  touch: ['last_touch_at'],
  date: ['created_at'],
  dates: ['created_at'],
  'date added': ['created_at'],
  duplicates: ['duplicate'],
});

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
  const read = (said: string) => readSentence(said, vocabulary, today);
  const whole = read(message);
  const mode = hasSearch ? modeOf(message, whole) : null;
  const completed = mode === null || isSure(whole) ? null : completedQuestion(before, message, vocabulary, today);
  if (completed !== null) return completed;
  const refined = mode === null ? null : refinement(message, whole, before.scope, read);
  const reading = refined ?? whole;
  if (reading.isAtLoss && reading.questions.length === 0) return lost(before);
  if (mode === null) return { ...merged({ ...NOTHING, cards: before.cards }, whole, 'narrow'), isRefined: false };
  // A refused command selects among the contacts of the search, however it is phrased.
  return letGo(before, (open) => merged(open, reading, reading.refusal === null ? mode : 'narrow'));
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
  refusal: null,
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
    // A refused command is answered, and stays no open question.
    questions: [
      ...before.questions.filter(({ part }) => !asked.includes(part)),
      ...reading.questions.filter(({ part }) => part !== reading.refusal?.part),
    ],
    refusal: reading.refusal,
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
