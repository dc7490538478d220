import type { MedicareFound } from '#contract/records/medicare.contract.ts';
import { parsePlainDate } from '../time/plain-date.ts';
import { readSealed } from './sealed-numbers.ts';

/** Contents of Medicare's text file, and the labels that were not understood. */
export interface BlueButton {
  readonly found: MedicareFound;
  /** Labels, each once, in the order of the file; never their values. */
  readonly notUnderstood: readonly string[];
}

interface Line {
  readonly section: string;
  readonly label: string;
  readonly value: string;
}

/** A line of nothing but marks, above and below the name of a section. */
const isRule = (line: string): boolean => /^[-=*_]{4,}$/.test(line.trim());
/** Characters of a label at most. Ours: longer ones are prose. */
const LABEL_MAX = 60;

/** A label and the text after its colon; `null`: not such a line. */
function factIn(line: string): { label: string; value: string } | null {
  const colon = line.indexOf(':');
  const label = line.slice(0, Math.max(colon, 0)).trim();
  if (label === '' || label.length > LABEL_MAX) return null;
  return { label, value: line.slice(colon + 1).trim() };
}

/** Sections that are about the person; others tell of claims, doctors and relatives. */
const PERSON = /^(demographics?|personal (health )?information|my information|beneficiary information)$/i;
const PLANS = /^(plans?|my plans|coverage|current plan)$/i;

/** Part of the file with personal facts, before its first section. */
const HEAD = '';

/** Labels and values of the file with the section that they stand in. */
function linesOf(text: string): Line[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n\u2028\u2029]/);
  const facts: Line[] = [];
  let section = HEAD;
  for (const [at, line] of lines.entries()) {
    const isHeading = isRule(lines[at - 1] ?? '') && isRule(lines[at + 1] ?? '') && !isRule(line);
    if (isHeading) section = /medicare\.gov|health information/i.test(line) ? HEAD : line.trim();
    const fact = isHeading ? null : factIn(line);
    if (fact !== null) facts.push({ section, ...fact });
  }
  return facts;
}

/** `SMITH, JOHN Q` and `John Q Smith`, in the usual case. */
function nameOf(written: string): Pick<MedicareFound, 'first_name' | 'last_name'> {
  const name = properCase(written);
  const [last, first] = name.split(',').map((part) => part.trim());
  if (first !== undefined && last !== undefined) return { first_name: first, last_name: last };
  const words = name.split(/\s+/);
  return words.length < 2 ? { last_name: name } : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) };
}

/** Text in capitals only, as people write it; other text stays. */
function properCase(written: string): string {
  const text = written.trim();
  if (text !== text.toUpperCase()) return text;
  return text
    .toLowerCase()
    .replace(/(^|[\s\-'’.,/#])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

type Read = (value: string, thisYear: number) => MedicareFound;

const dateAs =
  (field: 'dob' | 'part_a_on' | 'part_b_on' | 'plan_from'): Read =>
  (value, thisYear) => {
    const date = parsePlainDate(value, thisYear);
    return date === null ? {} : { [field]: date };
  };
const textAs =
  (field: keyof MedicareFound): Read =>
  (value) => ({ [field]: value });

const PERSON_LABELS: Readonly<Record<string, Read>> = {
  name: nameOf,
  'date of birth': dateAs('dob'),
  dob: dateAs('dob'),
  'address line 1': (value) => ({ address: properCase(value) }),
  'address line 2': (value) => ({ address: properCase(value) }),
  city: (value) => ({ city: properCase(value) }),
  state: textAs('state'),
  zip: textAs('zip_code'),
  'zip code': textAs('zip_code'),
  'phone number': textAs('phone'),
  phone: textAs('phone'),
  email: (value) => ({ email: value.toLowerCase() }),
  'email address': (value) => ({ email: value.toLowerCase() }),
  'medicare number': medicareNumber,
  'medicare claim number': medicareNumber,
  mbi: medicareNumber,
  'part a effective date': dateAs('part_a_on'),
  'part b effective date': dateAs('part_b_on'),
};

function medicareNumber(value: string): MedicareFound {
  const number = readSealed('medicare_number', value);
  return number === null ? {} : { medicare_number: number };
}

/** The first plan of the file is the current one. */
const PLAN_LABELS: Readonly<Record<string, Read>> = {
  'plan name': textAs('plan_name'),
  'contract id/plan id': textAs('plan_id'),
  'plan type': textAs('plan_type'),
  'plan period': (value, thisYear) => dateAs('plan_from')(value.split(/\s+(?:-|–|to)\s+/)[0] ?? '', thisYear),
};

/** Labels that say nothing of the person. */
const NOISE = /^(source|produced by.*|self.?entered|\d.*)$/i;

const WORDLESS = /^(not available|n\/a|none|unknown|-+)?$/i;

const readerOf = ({ section, label }: Line): Read | undefined => {
  const key = label.toLowerCase();
  if (section === HEAD || PERSON.test(section))
    return Object.hasOwn(PERSON_LABELS, key) ? PERSON_LABELS[key] : undefined;
  if (PLANS.test(section)) return Object.hasOwn(PLAN_LABELS, key) ? PLAN_LABELS[key] : undefined;
  return undefined;
};

/** Fact in a line; `null`: not understood. */
function read(line: Line, known: MedicareFound, thisYear: number): MedicareFound | null {
  const reader = readerOf(line);
  if (reader === undefined) return null;
  const found = reader(line.value, thisYear);
  if (Object.keys(found).length === 0) return null;
  if (/line 2$/i.test(line.label) && known.address) return { address: `${known.address}, ${found.address ?? ''}` };
  // The first one counts: what comes later is a former plan.
  return { ...found, ...known };
}

/**
 * Reads the text file of Medicare's Blue Button ("Download my data"). Never throws; for any other file nothing is
 * found. `thisYear` resolves two-digit years.
 */
export function readBlueButton(text: string, thisYear: number): BlueButton {
  let found: MedicareFound = {};
  const notUnderstood = new Set<string>();
  for (const line of linesOf(text)) {
    if (WORDLESS.test(line.value) || NOISE.test(line.label)) continue;
    const more = read(line, found, thisYear);
    if (more === null) notUnderstood.add(line.section === HEAD ? line.label : `${line.section}: ${line.label}`);
    else found = { ...found, ...more };
  }
  return { found, notUnderstood: [...notUnderstood] };
}
