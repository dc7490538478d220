import { type RawBuilder, sql } from 'kysely';
import type { ReportDimension, ReportMeasure } from '#contract/reports/definition.contract.ts';
import type { Days } from '#rules/reports/report-days.ts';
import { type Seen, seenIn } from '../../contacts/contact-visibility.sql.ts';

export type Sql = RawBuilder<unknown>;

/** A computation: its reader, people and days. */
export interface Asked {
  readonly readerId: number;
  /** Owners and pools that are asked for, all of them visible to the reader. */
  readonly who: Seen;
  /** Everything the reader may see: names of other contacts stay hidden. */
  readonly seen: Seen;
  /** True when the reader may see what others spent. */
  readonly seesSpending: boolean;
  readonly zone: string;
  /** Where the reader is. */
  readonly today: string;
  /** `null`: as of now. */
  readonly days: Days | null;
  /** Scope of contacts as `select_contact_ids` reads it; `null`: all. */
  readonly contacts: object | null;
}

/** Columns that a split by one dimension groups by; `label` where it isn't the key itself. */
export interface Split {
  readonly key: Sql;
  readonly label?: Sql;
}

/** Facts of one kind, each counted once, for one person, on one day. */
export interface FactSource {
  /** Names its rows: `policy`, `call`. */
  readonly kind: string;
  readonly from: Sql;
  readonly where: readonly Sql[];
  readonly id: Sql;
  readonly person: Sql;
  /** Row of `contacts` in `from`; absent: its facts are about no contact. */
  readonly contact?: 'c';
  /** `null`: as of now. */
  readonly day: Sql | null;
  readonly splits: Readonly<Partial<Record<ReportDimension, Split>>>;
  readonly measures: Readonly<Partial<Record<ReportMeasure, Sql>>>;
  readonly title: Sql;
  readonly detail: Sql;
}

/** Instants of the asked days, in the reader's zone: a day of 23 or 25 hours is one day. */
export const within = (at: Sql, { days, zone }: Asked): Sql =>
  days === null
    ? sql`true`
    : sql`${at} >= (${days.from}::date::timestamp at time zone ${zone})
      and ${at} < ((${days.to}::date + 1)::timestamp at time zone ${zone})`;

export const dayOf = (at: Sql, { zone }: Asked): Sql => sql`(${at} at time zone ${zone})::date`;

/** Days without a zone. */
export const between = (day: Sql, { days }: Asked): Sql =>
  days === null ? sql`true` : sql`${day} between ${days.from}::date and ${days.to}::date`;

/** Condition on the person of a fact. */
export const ofPeople = (person: Sql, { who: { owners } }: Asked): Sql =>
  owners === null ? sql`true` : sql`${person} = any(${owners}::bigint[])`;

/** Conditions on the contact `c` of a fact that counts for its owner. */
export const ofContacts = (asked: Asked): readonly Sql[] => [
  sql`c.deleted_at is null`,
  seenIn(asked.who),
  ...(asked.contacts === null ? [] : [sql`c.id in (select id from chosen)`]),
];

/** Joins the contact `c` of a fact that counts for its agent; its name is for those who see the contact. */
export const contactOf = (id: Sql, asked: Asked): Sql =>
  sql`left join contacts c on c.id = ${id} and c.deleted_at is null and ${seenIn(asked.seen)}`;

/** Condition on the contact of such a fact. */
export const ofChosen = (id: Sql, { contacts }: Asked): Sql =>
  contacts === null ? sql`true` : sql`${id} in (select id from chosen)`;

export const CONTACT_NAME = sql`coalesce(nullif(btrim(c.first_name || ' ' || c.last_name), ''), c.phone, c.email, '')`;

export const one = sql`1`;
export const flag = (condition: Sql): Sql => sql`(${condition})::int`;

/** Text that people write in different ways counts as one. */
export const folded = (text: Sql): Split => ({ key: sql`fold(btrim(${text}))`, label: sql`btrim(${text})` });
