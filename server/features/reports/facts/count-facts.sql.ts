import { sql } from 'kysely';
import type { ReportDimension, ReportMeasure, ReportType } from '#contract/reports/definition.contract.ts';
import type { Tx } from '../../../db/tx.ts';
import type { Asked, FactSource, Split, Sql } from './fact-source.ts';
import { FACTS } from './facts-of-type.ts';

/** What is asked of the facts of a type. */
export interface Question extends Asked {
  readonly type: ReportType;
  readonly dimension: ReportDimension;
  readonly measures: readonly ReportMeasure[];
}

const NONE: Split = { key: sql`''` };

const ofDay = (text: Sql): Split => ({ key: text });

/** A dimension that every fact has: who did it, and when. */
function commonSplit(dimension: ReportDimension, { person, day }: FactSource): Split | null {
  const at = day ?? sql`null::date`;
  switch (dimension) {
    case 'agent':
      return { key: sql`(${person})::text` };
    case 'team':
      return { key: sql`coalesce((select team.head_id from team where team.member_id = ${person}), ${person})::text` };
    case 'day':
      return ofDay(sql`to_char(${at}, 'YYYY-MM-DD')`);
    case 'week':
      // Weeks of the product begin on Sunday.
      return ofDay(sql`to_char(${at} - extract(dow from ${at})::int, 'YYYY-MM-DD')`);
    case 'month':
      return ofDay(sql`to_char(${at}, 'YYYY-MM-01')`);
    default:
      return null;
  }
}

const splitOf = (source: FactSource, dimension: ReportDimension): Split =>
  commonSplit(dimension, source) ?? source.splits[dimension] ?? NONE;

/** Rows of every fact, with its key in the dimension. */
function factsOf(question: Question, columns: (source: FactSource, split: Split) => Sql): Sql {
  const parts = FACTS[question.type].map((make) => {
    const source = make(question);
    const split = splitOf(source, question.dimension);
    const label = split.label ?? sql`''`;
    return sql`select coalesce(${split.key}, '') as key, coalesce(${label}, '') as label, ${columns(source, split)}
      from ${source.from} where ${sql.join(source.where, sql` and `)}`;
  });
  return sql.join(parts, sql` union all `);
}

/** The users directly below the reader, by everyone below each, and the contacts that filters leave. */
const withTeam = ({ readerId, contacts }: Asked): Sql => sql`with team as (
    select t.descendant_id as member_id, min(t.ancestor_id) as head_id
    from user_tree t join users u on u.id = t.ancestor_id where u.manager_id = ${readerId} group by 1
  )${contacts === null ? sql`` : sql`, chosen as materialized (select id from select_contact_ids(${JSON.stringify(contacts)}::jsonb))`}`;

const measureOf = ({ measures }: FactSource, measure: ReportMeasure): Sql => measures[measure] ?? sql`0`;

export interface CountedRow {
  /** `null`: the total of all. */
  readonly key: string | null;
  readonly label: string;
  readonly numbers: number[];
}

/** Sums by key, and the total of all facts, from one pass over them. */
export async function countFacts(tx: Tx, question: Question): Promise<CountedRow[]> {
  const { measures } = question;
  const names = measures.map((_, at) => sql.ref(`m${at}`));
  const columns = (source: FactSource) =>
    sql.join(measures.map((measure, at) => sql`(${measureOf(source, measure)})::bigint as ${sql.ref(`m${at}`)}`));
  return tx.all<CountedRow>(
    sql<CountedRow>`${withTeam(question)}
      select case when grouping(key) = 1 then null else key end as key, coalesce(mode() within group (order by label collate "C"), '') as label,
        array[${sql.join(names.map((name) => sql`coalesce(sum(${name}), 0)`))}]::float8[] as numbers
      from (${factsOf(question, columns)}) fact group by grouping sets ((key), ())`,
  );
}

export interface FactRow {
  readonly key: string;
  readonly kind: string;
  readonly id: number;
  readonly contact: number | null;
  readonly title: string;
  readonly detail: string;
  readonly agent: string;
  readonly day: string | null;
  readonly value: number;
}

interface Page {
  readonly measure: ReportMeasure;
  /** `null`: of all keys. */
  readonly key: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** The facts that a number is the sum of: those that add something to it. */
export async function findFacts(
  tx: Tx,
  question: Question,
  { measure, key, limit, offset }: Page,
): Promise<{ rows: FactRow[]; total: number; sum: number }> {
  const columns = (source: FactSource) => sql`${source.kind}::text as kind, ${source.id} as id,
    ${source.contact === undefined ? sql`null::bigint` : sql`c.number`} as contact, (${source.title})::text as title,
    (${source.detail})::text as detail, ${source.person} as person_id, ${source.day ?? sql`null::date`} as day,
    (${measureOf(source, measure)})::bigint as value`;
  const rows = await tx.all<FactRow & { total: number; sum: number }>(
    sql<FactRow & { total: number; sum: number }>`${withTeam(question)},
      fact as materialized (
        select * from (${factsOf(question, columns)}) every
        where value <> 0 and ${key === null ? sql`true` : sql`key = ${key}`}
      ), page as (select * from fact order by day desc nulls last, kind, id desc limit ${limit} offset ${offset})
      select page.kind || ' ' || page.id as key, page.kind, page.id, page.contact, coalesce(page.title, '') as title,
        coalesce(page.detail, '') as detail, coalesce((select n.name from names_of_people(array[page.person_id]) n), '') as agent,
        to_char(page.day, 'YYYY-MM-DD') as day, page.value, counted.total, counted.sum
      from (select count(*)::int as total, coalesce(sum(value), 0)::float8 as sum from fact) counted
      left join page on true order by page.day desc nulls last, page.kind, page.id desc`,
  );
  return {
    rows: rows.filter(({ kind }) => kind !== null).map(({ total: _total, sum: _sum, ...row }) => row),
    total: rows[0]?.total ?? 0,
    sum: rows[0]?.sum ?? 0,
  };
}

/** Names of users by id. */
export const findNames = (tx: Tx, ids: readonly number[]): Promise<{ id: number; name: string }[]> =>
  tx.raw('select id, name from names_of_people($1)', [ids]);
