import type { ContactFilter, ContactsScopeInput } from '#contract/contacts/scope.contract.ts';

/** A Saturday; weeks run from Sunday to Saturday. */
export const TODAY = '2026-11-21';

interface Word {
  readonly id: string;
  readonly name: string;
}

const numbered = (first: number, names: readonly string[]): Word[] =>
  names.map((name, index) => ({ id: String(first + index), name }));

/** Plain text: the name itself stands in a filter. */
const plain = (names: readonly string[]): Word[] => names.map((name) => ({ id: name, name }));

/** Names of an agency's choices. */
export const AGENCY_WORDS = {
  tags: numbered(101, ['hot', 'callback', 'turning 65', 'Spanish', 'VIP', 'do not mail', 'AEP 2026']),
  statuses: numbered(201, [
    'New',
    'Contacted',
    'Appointment set',
    'Quoted',
    'Application out',
    'Client',
    'Not interested',
    'Wrong number',
  ]),
  agentflowStatuses: numbered(301, [
    'Call once',
    'Call again',
    'Letter sent',
    'Confirm',
    'Visit',
    'Welcome call',
    'Annual review',
  ]),
  groups: numbered(401, ['Church members', 'Spring seminar', 'Walk-ins']),
  sources: plain(['Direct mail', 'Facebook', 'Referral', 'Seminar', 'Web form']),
  categories: plain(['Dental', 'Final expense', 'Life', 'Medicare']),
  /** Carriers of policies. */
  carriers: plain(['Humana', 'Aetna', 'Mutual of Omaha', 'UnitedHealthcare', 'Cigna', 'Lincoln Heritage', 'Meridian']),
  pools: numbered(501, ['Houston desk', 'Old leads']),
  /** File names of imports. */
  imports: numbered(701, [
    'facebook_oct_2026.csv',
    'T65 list Mobile.xlsx',
    'seminar_signups_spring.csv',
    'seminar_signups_fall.csv',
    'AEP batch 7.csv',
  ]),
  /** The caller's downline. */
  owners: numbered(601, ['Dana Whitfield', 'Marcus Ellery', 'Priya Raman', 'Joon-ho Park']),
  /** The asker. */
  me: '600',
} as const;

/** A filter with the words for calls. */
export interface SentenceFilter {
  readonly field: ContactFilter['field'] | 'last_call_at';
  readonly value: ContactFilter['value'];
  readonly op?: ContactFilter['op'] | 'not_since';
}

export const by = (
  field: SentenceFilter['field'],
  value: SentenceFilter['value'],
  op?: SentenceFilter['op'],
): ContactFilter => ({ field, value, ...(op ? { op } : {}) }) as ContactFilter;

export const empty = (field: SentenceFilter['field']) => by(field, '', 'empty');

export const rx = (drug: SentenceFilter['value'], op?: 'not' | 'empty' | 'not_empty') => by('prescription', drug, op);

/** A group of drugs means all names of it, because prescriptions often have the brand alone. */
export const INSULINS =
  'insulin Lantus Basaglar Toujeo Semglee Rezvoglar Levemir Tresiba Humalog Admelog Lyumjev Novolog Fiasp Apidra Humulin Novolin Soliqua Xultophy Afrezza'.split(
    ' ',
  );

/** The days between two that are themselves outside. */
export const between = (field: SentenceFilter['field'], after: string, before: string) => [
  by(field, after, 'after'),
  by(field, before, 'before'),
];

const LISTS = {
  tag: AGENCY_WORDS.tags,
  status: AGENCY_WORDS.statuses,
  agentflow_status: AGENCY_WORDS.agentflowStatuses,
  group: AGENCY_WORDS.groups,
  pool: AGENCY_WORDS.pools,
  owner: AGENCY_WORDS.owners,
  import_id: AGENCY_WORDS.imports,
} as const;

/** A filter by the name of a choice, or of several. */
export function chosen(field: keyof typeof LISTS, name: string | readonly string[], op?: 'not'): ContactFilter {
  const idOf = (wanted: string) => {
    const word = LISTS[field].find((known) => known.name === wanted);
    if (!word) throw new Error(`No ${field} is called ${wanted}.`);
    return word.id;
  };
  return by(field, typeof name === 'string' ? idOf(name) : name.map(idOf), op);
}

export interface ContactSentence {
  readonly said: string;
  /** Only what differs from the defaults of a scope. */
  readonly scope: ContactsScopeInput;
  /**
   * Parts of the sentence, verbatim, that a scope can't express or that are ambiguous: MAX asks about them, and never
   * drops or guesses them. Without a leading who, that or with.
   */
  readonly asks?: readonly string[];
  /** Words that stand for a condition, by its field: a question about them is as good as the condition. */
  readonly parts?: Readonly<Record<string, string>>;
}
