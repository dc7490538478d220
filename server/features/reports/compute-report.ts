import { MAX_REPORT_ROWS, type ReportResult } from '#contract/reports.contract.ts';
import type { ReportDefinition, ReportDimension, ReportType } from '#contract/reports/definition.contract.ts';
import { ContactsScope } from '#contract/contacts/scope.contract.ts';
import { comparedDays, type Days, periodDays } from '#rules/reports/report-days.ts';
import { isTimeDimension, labelOf, timeKeys } from '#rules/reports/report-labels.ts';
import { REPORT_KINDS } from '#rules/reports/report-types.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { readScope } from '../contacts/list/contact-scope.service.ts';
import { seenBy, visibilityOf } from '../contacts/contact-visibility.ts';
import { ownDay, ownZone } from '../profile/own-day.ts';
import { countFacts, findNames, type CountedRow, type Question } from './facts/count-facts.sql.ts';

/** Numbers without the time they were computed at. */
export type Computed = Omit<ReportResult, 'computed_at'>;

interface Definition {
  readonly type: ReportType;
  readonly definition: ReportDefinition;
}

/** Days by the reader's calendar: the asked ones and the compared ones. */
interface Calendar {
  readonly zone: string;
  readonly today: string;
  readonly days: Days | null;
  readonly compared: Days | null;
}

async function calendarOf(
  deps: Deps,
  tx: Tx,
  { userId }: Identity,
  { type, definition }: Definition,
): Promise<Calendar> {
  const zone = await ownZone(tx, userId);
  const today = await ownDay(deps, tx, userId);
  if (REPORT_KINDS[type].range === 'now') return { zone, today, days: null, compared: null };
  const days = periodDays(definition, today);
  if (days === null) throw refuseField('from', 'Choose the days of the report.');
  return { zone, today, days, compared: comparedDays(definition, days) };
}

/** The facts that a definition means for a reader, on these days. @throws {Refusal} as `readScope`. */
export async function questionOf(
  deps: Deps,
  tx: Tx,
  identity: Identity,
  { type, definition }: Definition,
  { zone, today, days }: Pick<Calendar, 'zone' | 'today' | 'days'>,
): Promise<Question> {
  const { who, filters, dimension } = definition;
  const asked = { all_downline: false, pool_id: 'mine', downline_user_id: 1, contact_group: who } as const;
  const contacts =
    filters.length === 0
      ? null
      : await readScope(deps, tx, identity, ContactsScope.parse({ search: filters, contact_group: 'all' }));
  return {
    type,
    dimension,
    measures: REPORT_KINDS[type].measures,
    readerId: identity.userId,
    who: await visibilityOf(tx, identity, asked),
    seen: await seenBy(tx, identity),
    seesSpending: identity.permissions.includes('wallets.manage'),
    zone,
    today,
    days,
    contacts,
  };
}

/** Computes a report for a reader. @throws {Refusal} `refused` by field, and as `readScope`. */
export async function computeReport(deps: Deps, tx: Tx, identity: Identity, report: Definition): Promise<Computed> {
  const calendar = await calendarOf(deps, tx, identity, report);
  const { zone, days, compared } = calendar;
  const question = await questionOf(deps, tx, identity, report, calendar);
  const now = await countFacts(tx, question);
  const before = compared === null ? null : await countFacts(tx, { ...question, days: compared });
  const { definition } = report;
  const rows = ordered(report, joined(definition.dimension, { now, before, days, compared }));
  const shown = await withNames(tx, definition.dimension, rows.slice(0, MAX_REPORT_ROWS));
  return {
    zone,
    definition,
    days,
    compared,
    rows: shown,
    more_rows: Math.max(0, rows.length - MAX_REPORT_ROWS),
    totals: totalOf(now),
    totals_before: before === null ? null : totalOf(before),
  };
}

const totalOf = (counted: readonly CountedRow[]): number[] => counted.find(({ key }) => key === null)?.numbers ?? [];

type Row = ReportResult['rows'][number];

interface Sides {
  readonly now: readonly CountedRow[];
  readonly before: readonly CountedRow[] | null;
  readonly days: Days | null;
  readonly compared: Days | null;
}

/** Rows of both ranges side by side: by key, and days, weeks and months by their place in the range. */
function joined(dimension: ReportDimension, { now, before, days, compared }: Sides): Row[] {
  const none = totalOf(now).map(() => 0);
  const numbersBy = (counted: readonly CountedRow[]) =>
    new Map(counted.flatMap(({ key, numbers }) => (key === null ? [] : [[key, numbers] as const])));
  const [nowBy, beforeBy] = [numbersBy(now), before === null ? null : numbersBy(before)];
  if (isTimeDimension(dimension) && days !== null) {
    const earlier = compared === null ? [] : timeKeys(dimension, compared);
    return timeKeys(dimension, days).map((key, at) => ({
      key,
      label: '',
      numbers: nowBy.get(key) ?? none,
      before: beforeBy === null ? null : (beforeBy.get(earlier[at] ?? '') ?? none),
    }));
  }
  const labels = new Map([...(before ?? []), ...now].map(({ key, label }) => [key, label]));
  return [...new Set([...nowBy.keys(), ...(beforeBy?.keys() ?? [])])].map((key) => ({
    key,
    label: labels.get(key) ?? '',
    numbers: nowBy.get(key) ?? none,
    before: beforeBy === null ? null : (beforeBy.get(key) ?? none),
  }));
}

/** Time in its order; anything else by its number, the largest first. */
function ordered({ type, definition: { dimension, measure } }: Definition, rows: Row[]): Row[] {
  if (isTimeDimension(dimension)) return rows;
  const at = REPORT_KINDS[type].measures.indexOf(measure);
  const of = ({ numbers, before }: Row) => [numbers[at] ?? 0, before?.[at] ?? 0] as const;
  return rows.toSorted((a, b) => {
    const [one, other] = [of(a), of(b)];
    return other[0] - one[0] || other[1] - one[1] || (a.label || a.key).localeCompare(b.label || b.key);
  });
}

async function withNames(tx: Tx, dimension: ReportDimension, rows: readonly Row[]): Promise<Row[]> {
  const isPeople = dimension === 'agent' || dimension === 'team';
  const people = isPeople ? await findNames(tx, rows.map(({ key }) => Number(key)).filter(Boolean)) : [];
  const names = new Map(people.map(({ id, name }) => [String(id), name]));
  return rows.map((row) => ({
    ...row,
    label: isPeople ? (names.get(row.key) ?? 'No one') : labelOf(dimension, row.key, row.label),
  }));
}
