import { PlainDate } from '#contract/_wire.contract.ts';
import {
  CONTACT_GROUPS,
  CONTACT_ORDER_FIELDS,
  CONTACT_TYPES,
  type ContactFilter,
  type ContactsScopeInput,
  MAX_SELECTED,
} from '#contract/contacts/scope.contract.ts';
import { GENDERS, LANGUAGES } from '#contract/contacts.contract.ts';
import { toState } from '#rules/places/us-states.ts';
import { z } from 'zod';
import { within } from './day-filters.ts';
import { plusDays, plusYears } from '#rules/time/days.ts';
import type { Part, Span } from './reading.ts';
import { keyOf, wordsOf } from './answer/said-words.ts';
import { type ChoiceField, choicesOf, type Vocabulary } from './words/vocabulary.ts';

const names = z.array(z.string().min(1).max(100)).min(1).max(10);
const day = z.optional(PlainDate);
const days = z.strictObject({ from: day, to: day });
const last = z.strictObject({
  from: day,
  to: day,
  never: z.literal(true).optional(),
  not_since: day,
});

/** A search as a model writes it: choices by their names, no ids. */
export const NamedScope = z.strictObject({
  name: z.string().max(100).optional().describe('A name, a phone number or an e-mail address'),
  whose: z.enum(CONTACT_GROUPS).optional().describe("Absent: the user's own contacts"),
  owners: names.optional().describe("Names of agents in the user's downline"),
  type: z.enum(CONTACT_TYPES).optional(),
  category: z.string().max(60).optional(),
  cities: names.optional(),
  states: names.optional(),
  zip_code_starts_with: z
    .string()
    .regex(/^\d{1,5}$/)
    .optional(),
  area_codes: z.array(z.string().regex(/^\d{3}$/)).optional(),
  tags: names.optional().describe('Any of them'),
  without_tags: names.optional(),
  statuses: names.optional(),
  without_statuses: names.optional(),
  agentflow_statuses: names.optional(),
  groups: names.optional(),
  sources: names.optional(),
  pools: names.optional(),
  gender: z.enum(GENDERS).optional(),
  language: z.enum(LANGUAGES).optional(),
  company: z.string().max(100).optional(),
  age_from: z.int().min(0).max(120).optional(),
  age_to: z.int().min(0).max(120).optional().describe('Including this age'),
  turning: z
    .strictObject({ age: z.int().min(1).max(120), from: PlainDate, to: PlainDate })
    .optional()
    .describe('Contacts who reach this age within these days'),
  birthday_month: z.int().min(1).max(12).optional(),
  added: days.optional(),
  follow_up: days.optional(),
  last_call: last.optional(),
  last_touch: last.optional().describe('Any call, text message, e-mail, note or visit'),
  missing: z
    .array(z.enum(['phone', 'email', 'dob', 'zip_code', 'city', 'state', 'tag', 'status', 'follow_up_on', 'source']))
    .optional(),
  having: z.array(z.enum(['phone', 'email', 'dob', 'follow_up_on'])).optional(),
  order_field: z.enum(CONTACT_ORDER_FIELDS).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  first: z.int().min(1).max(MAX_SELECTED).optional().describe('Only this many, in this order'),
});
export type NamedScope = z.output<typeof NamedScope>;

/** A scope of names; what the account has no such thing of comes back as words. */
interface Mapped {
  readonly scope: ContactsScopeInput;
  readonly unknown: readonly string[];
}

export function scopeOf(input: NamedScope, vocabulary: Vocabulary, today: string): Mapped {
  const [search, unknown] = [[] as ContactFilter[], [] as string[]];
  const add = (parts: readonly Part[]) => {
    for (const part of parts) if (part.kind === 'filter') search.push(part.filter);
  };
  const is = (
    field: ContactFilter['field'],
    value: string | readonly string[] | undefined,
    op?: ContactFilter['op'],
  ) => {
    if (value === undefined) return;
    const values = [value].flat();
    search.push({ field, value: values.length === 1 ? (values[0] ?? '') : [...values], ...(op ? { op } : {}) });
  };
  const choose = (field: ChoiceField | 'owner', wanted: readonly string[] | undefined, op?: 'not') => {
    const ids = wanted?.flatMap((name) => idOf(vocabulary, field, name) ?? (unknown.push(`${field} “${name}”`), []));
    if (ids && ids.length > 0) is(field, ids, op);
  };
  choose('owner', input.owners);
  is('city', input.cities);
  is('state', input.states?.map(toState));
  is('zip_code', input.zip_code_starts_with, 'starts_with');
  is('phone', input.area_codes, 'starts_with');
  choose('tag', input.tags);
  choose('tag', input.without_tags, 'not');
  choose('status', input.statuses);
  choose('status', input.without_statuses, 'not');
  choose('agentflow_status', input.agentflow_statuses);
  choose('group', input.groups);
  choose('source', input.sources);
  choose('pool', input.pools);
  is('gender', input.gender);
  is('language', input.language);
  is('company', input.company);
  add(ages(input, today));
  is('birth_month', input.birthday_month === undefined ? undefined : String(input.birthday_month));
  add(within('created_at', spanOf(input.added)));
  add(within('follow_up_on', spanOf(input.follow_up)));
  for (const field of ['last_call_at', 'last_touch_at'] as const) {
    const { never, not_since: since, ...span } = (field === 'last_call_at' ? input.last_call : input.last_touch) ?? {};
    if (never) is(field, '', 'empty');
    else if (since) is(field, since, 'not_since');
    else add(within(field, spanOf(span)));
  }
  for (const field of input.missing ?? []) is(field, '', 'empty');
  for (const field of input.having ?? []) is(field, '', 'not_empty');
  return { scope: { ...settingsOf(input), ...(search.length > 0 ? { search } : {}) }, unknown };
}

const spanOf = ({ from, to }: { from?: string | undefined; to?: string | undefined } = {}): Partial<Span> => ({
  ...(from ? { first: from } : {}),
  ...(to ? { last: to } : {}),
});

function ages({ age_from: from, age_to: to, turning }: NamedScope, today: string): Part[] {
  const span = {
    ...(to === undefined ? {} : { first: plusDays(plusYears(today, -to - 1), 1) }),
    ...(from === undefined ? {} : { last: plusYears(today, -from) }),
  };
  const turned = turning
    ? within('dob', { first: plusYears(turning.from, -turning.age), last: plusYears(turning.to, -turning.age) })
    : [];
  return [...within('dob', span), ...turned];
}

const settingsOf = ({
  name,
  type,
  category,
  whose,
  owners,
  order,
  order_field: field,
  first,
}: NamedScope): ContactsScopeInput => ({
  ...(name ? { q: name, forgiving: true } : {}),
  ...(type ? { type } : {}),
  ...(category ? { category } : {}),
  ...(whose ? { contact_group: whose } : owners ? { contact_group: 'all_agents' as const } : {}),
  ...(field ? { order_field: field } : {}),
  ...(order ? { order } : {}),
  ...(first ? { select_n: first } : {}),
});

function idOf(vocabulary: Vocabulary, field: ChoiceField | 'owner', name: string): string | undefined {
  const key = (text: string) => keyOf(wordsOf(text).map((word) => word.text));
  const choices = field === 'owner' ? vocabulary.words.owners : choicesOf(vocabulary, field);
  return choices.find((choice) => key(choice.name) === key(name))?.id;
}
