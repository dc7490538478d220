import type { DuplicateReason, DuplicateVerdict } from '#contract/duplicates.contract.ts';
import { nicknamesOf } from './nicknames.ts';
import { wordDistance } from './word-distance.ts';

/** Facts that distinguish two people. Empty: unknown. */
export interface PersonFacts {
  readonly first_name: string;
  readonly last_name: string;
  /** E.164, of both fields. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  /** `YYYY-MM-DD`. */
  readonly dob: string | null;
  /** As `homeOf` makes it. `null`: not known. */
  readonly home: string | null;
}

export interface Judgement {
  readonly verdict: DuplicateVerdict;
  readonly reasons: readonly DuplicateReason[];
}

/**
 * Similarity of two names. `swapped`: first and last exchanged; `form`: a nickname, or one of several names; `near`:
 * misspelled, or an initial; `unknown`: one of them is empty.
 */
type Likeness = 'same' | 'swapped' | 'form' | 'near' | 'other' | 'unknown';

/** Years from which two people of one name are two generations. Ours. */
const GENERATION_YEARS = 15;

/** Letters from which one that differs is a slip. Ours: Ann is not Amy. */
const SLIP_FROM = 5;

/** Letters that Unicode does not take apart. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøđłı]/g, (letter) => WHOLE_LETTERS[letter] ?? letter);

/** Equal for all contacts at one address, like the column `household_key`; `null` without a street and a place. */
export function homeOf(at: {
  readonly address: string;
  readonly city: string;
  readonly zip_code: string;
}): string | null {
  if (at.address === '' || (at.zip_code === '' && at.city === '')) return null;
  return `${fold(at.address)}\u0001${at.zip_code === '' ? fold(at.city) : at.zip_code.slice(0, 5)}`;
}

const SUFFIX = /^(?:jr|sr|junior|senior|ii|iii|iv)$/;
const GENERATIONS: Readonly<Record<string, string>> = { junior: 'jr', senior: 'sr' };

interface Name {
  readonly first: readonly string[];
  readonly last: readonly string[];
  /** `''`: none is written. */
  readonly generation: string;
}

const wordsOf = (name: string): string[] =>
  fold(name)
    .replace(/['’`.]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

function readName({ first_name, last_name }: Pick<PersonFacts, 'first_name' | 'last_name'>): Name {
  const [first, last] = [wordsOf(first_name), wordsOf(last_name)];
  const suffix = [...last.slice(1), ...first.slice(1)].find((word) => SUFFIX.test(word)) ?? '';
  const bare = (words: readonly string[]) => words.filter((word, place) => place === 0 || !SUFFIX.test(word));
  return { first: bare(first), last: bare(last), generation: GENERATIONS[suffix] ?? suffix };
}

const isCouple = ({ first_name, last_name }: Pick<PersonFacts, 'first_name' | 'last_name'>) =>
  [first_name, last_name].some((name) => /&|\S\s+(?:and|y)\s+\S/i.test(name));

/** Doubled letters count once: Anna and Ana. */
const undoubled = (word: string) => word.replace(/(.)\1+/gu, '$1');

const isSlip = (a: string, b: string) =>
  undoubled(a) === undoubled(b) ||
  (Math.min(a.length, b.length) >= SLIP_FROM - 1 &&
    Math.max(a.length, b.length) >= SLIP_FROM &&
    wordDistance(a, b) === 1);

const isInitialOf = (a: string, b: string) => a.length === 1 && b.startsWith(a);

function likeness(a: readonly string[], b: readonly string[], isGiven: boolean): Likeness {
  if (a.length === 0 || b.length === 0) return 'unknown';
  const [one, two] = [a.join(''), b.join('')];
  if (one === two) return 'same';
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a];
  const named = shorter.filter((word) => word.length > 1);
  if (named.length > 0 && named.every((word) => longer.includes(word))) return 'form';
  const [called, other] = [a[0] ?? '', b[0] ?? ''];
  if (isGiven && nicknamesOf(called).includes(other)) return 'form';
  if (isGiven && (isInitialOf(called, other) || isInitialOf(other, called))) return 'near';
  return isSlip(one, two) ? 'near' : 'other';
}

/** The more alike of: as they stand, and with first and last name in each other's place. */
function likenessOf(a: Name, b: Name): { first: Likeness; last: Likeness } {
  const straight = { first: likeness(a.first, b.first, true), last: likeness(a.last, b.last, false) };
  const isSwapped =
    a.first.length > 0 &&
    a.last.length > 0 &&
    a.first.join('') === b.last.join('') &&
    a.last.join('') === b.first.join('');
  return isSwapped && straight.first !== 'same' ? { first: 'swapped', last: 'swapped' } : straight;
}

const share = (a: readonly string[], b: readonly string[]) => a.some((value) => b.includes(value));
const lower = (emails: readonly string[]) => emails.map((email) => email.toLowerCase());

/** What is compared of a contact, and with what it is shown. */
export const COMPARED_FIELDS = ['first_name', 'last_name', 'phone', 'email', 'dob', 'address'] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

interface ComparedContact extends Pick<PersonFacts, 'first_name' | 'last_name' | 'dob'> {
  readonly phone: string | null;
  readonly phone_2: string | null;
  readonly email: string | null;
  readonly email_2: string | null;
  readonly address: string;
  readonly city: string;
  readonly zip_code: string;
}

const filled = (values: readonly (string | null)[]) =>
  values.filter((value) => value !== null && value !== '') as string[];

/** Values of a field as `judge` compares them: two contacts agree in it when they share one. Empty: unknown. */
function comparedValues(contact: ComparedContact, field: ComparedField): readonly string[] {
  const { first, last } = readName(contact);
  switch (field) {
    case 'first_name':
      return filled([first.join('')]);
    case 'last_name':
      return filled([last.join('')]);
    case 'phone':
      return filled([contact.phone, contact.phone_2]);
    case 'email':
      return lower(filled([contact.email, contact.email_2]));
    case 'dob':
      return filled([contact.dob]);
    case 'address':
      return filled([homeOf(contact) ?? fold(contact.address || contact.city)]);
  }
}

/** Agreement of several contacts in a field, leaving out those without a value. */
export function agreementOf(contacts: readonly ComparedContact[], field: ComparedField): 'all' | 'some' | 'none' {
  const known = contacts.map((contact) => comparedValues(contact, field)).filter((values) => values.length > 0);
  const pairs = known.flatMap((one, at) => known.slice(at + 1).map((other) => share(one, other)));
  if (pairs.every(Boolean)) return 'all';
  return pairs.some(Boolean) ? 'some' : 'none';
}

/** One digit, or month and day, in each other's place: a slip of the pen, or of the file. */
function isSlipOfDay(a: string, b: string): boolean {
  const [[year, month, day], [otherYear, otherMonth, otherDay]] = [a.split('-'), b.split('-')];
  const isSwapped = year === otherYear && month === otherDay && day === otherMonth;
  const digits = Array.from(a).filter((digit, place) => digit !== b[place]).length;
  return isSwapped || (digits === 1 && Math.abs(Number(year) - Number(otherYear)) < GENERATION_YEARS);
}

interface Evidence {
  readonly first: Likeness;
  readonly last: Likeness;
  /** Jr. and Sr., or one with and one without. */
  readonly otherGeneration: boolean;
  /** One of them is named as two people are: Robert & Nancy. */
  readonly couple: boolean;
  readonly phone: boolean;
  readonly email: boolean;
  readonly home: boolean;
  /** `half`: of one of them only. */
  readonly dob: 'same' | 'slip' | 'other' | 'half' | 'unknown';
  /** Nothing that both say is different. */
  readonly nothingAgainst: boolean;
}

function evidenceOf(a: PersonFacts, b: PersonFacts): Evidence {
  const [one, two] = [readName(a), readName(b)];
  const apart = (of: readonly string[], other: readonly string[]) =>
    of.length > 0 && other.length > 0 && !share(of, other);
  const [emails, others] = [lower(a.emails), lower(b.emails)];
  return {
    ...likenessOf(one, two),
    otherGeneration: one.generation !== two.generation,
    couple: isCouple(a) || isCouple(b),
    phone: share(a.phones, b.phones),
    email: share(emails, others),
    home: a.home !== null && a.home === b.home,
    dob: dobOf(a.dob, b.dob),
    nothingAgainst:
      !apart(a.phones, b.phones) &&
      !apart(emails, others) &&
      !(a.home !== null && b.home !== null && a.home !== b.home),
  };
}

function dobOf(a: string | null, b: string | null): Evidence['dob'] {
  if (a === null || b === null) return a === b ? 'unknown' : 'half';
  return a === b ? 'same' : isSlipOfDay(a, b) ? 'slip' : 'other';
}

function reasonsOf(found: Evidence): DuplicateReason[] {
  const { first, last, dob } = found;
  const reasons: (DuplicateReason | false)[] = [
    first === 'same' && last === 'same' && 'same_name',
    isLike(first) && isLike(last) && !(first === 'same' && last === 'same') && 'similar_name',
    found.phone && 'same_phone',
    found.email && 'same_email',
    dob === 'same' && 'same_dob',
    found.home && 'same_address',
    first === 'other' && 'other_first_name',
    last === 'other' && 'other_last_name',
    (dob === 'other' || dob === 'slip') && 'other_dob',
  ];
  return reasons.filter((reason) => reason !== false);
}

const isLike = (one: Likeness) => one !== 'other' && one !== 'unknown';

/** What people of one home share. A phone alone may be a company's or a made-up one: it takes the same last name. */
const isTogether = ({ last, phone, email, home }: Evidence) => email || home || (phone && isLike(last));

/** Both names are known and like each other. */
function verdictOfLike(found: Evidence): DuplicateVerdict | null {
  const { first, last, phone, email, home, dob } = found;
  const isSame = first === 'same' && last === 'same';
  const isReached = phone || email;
  // Twins are called Jon and Joan, sisters Maria and Maria Jose, father and son Patrick and Pat.
  const isForm = first === 'form' || last === 'form';
  const isSure = !found.couple && first !== 'near' && last !== 'near' && (!isForm || (dob === 'same' && isReached));
  if (dob === 'slip') return isReached || (isSame && home) ? 'likely' : isTogether(found) ? 'household' : null;
  if (dob === 'same') return isSure && isTogether(found) ? 'same' : isSame || isTogether(found) ? 'likely' : null;
  if (isSure && phone && email) return 'same';
  // Father and son share a name, a home and a phone: without a birth date, these alone are not certain.
  if (isReached) return isSame && isSure && (email || dob !== 'half') ? 'same' : 'likely';
  if (home) return 'likely';
  return isSame && found.nothingAgainst ? 'likely' : null;
}

/** The first names are like each other, the last ones are not, as after a wedding. */
function verdictOfOtherLast(found: Evidence): DuplicateVerdict | null {
  const { first, phone, email, home, dob } = found;
  if (dob === 'same' && (phone || email || home)) return 'likely';
  if (first === 'same' && (email || phone)) return 'likely';
  return isTogether(found) ? 'household' : null;
}

/** A first or last name is missing. */
function verdictOfNameless(found: Evidence): DuplicateVerdict | null {
  const { first, last, phone, email, home, dob } = found;
  if (last === 'other') return isTogether(found) ? 'household' : null;
  if (phone || email) return 'likely';
  if (!home) return null;
  if (dob === 'same') return 'likely';
  return first === 'unknown' ? null : 'household';
}

function verdictOf(found: Evidence): DuplicateVerdict | null {
  const { first, last, dob } = found;
  const household = isTogether(found) ? 'household' : null;
  if (first === 'other' || dob === 'other') return household;
  // Father and son have one name, but not one birthday.
  if (found.otherGeneration && dob !== 'same') return household;
  if (first === 'unknown' || last === 'unknown') return verdictOfNameless(found);
  return last === 'other' ? verdictOfOtherLast(found) : verdictOfLike(found);
}

/**
 * Decides whether two contacts are one person, with the evidence. `household`: two people with a common address or
 * e-mail, or with a common phone and last name. `null`: no evidence. Symmetric in its arguments.
 */
export function judge(a: PersonFacts, b: PersonFacts): Judgement | null {
  const found = evidenceOf(a, b);
  const verdict = verdictOf(found);
  return verdict === null ? null : { verdict, reasons: reasonsOf(found) };
}
