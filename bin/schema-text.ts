import type pg from 'pg';

/** Columns of every table of the product, in order. */
const COLUMNS = `
  select c.relname as "table", a.attname as name, coalesce(e.typname, t.typname) as type, e.oid is not null as many,
         not a.attnotnull as nullable, a.attidentity = 'a' or a.attgenerated <> '' as computed,
         a.atthasdef or a.attidentity = 'd' as has_default
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_type e on e.oid = t.typelem and t.typcategory = 'A'
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname not like 'kysely_%'
  order by c.relname collate "C", a.attnum`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  /** True for an array of the type. */
  readonly many: boolean;
  readonly nullable: boolean;
  /** True for values that only the database makes. */
  readonly computed: boolean;
  readonly has_default: boolean;
}

/** As `server/db/pool.ts` reads them. */
const TYPES: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  cidr: 'string',
  date: 'string',
  float4: 'number',
  float8: 'number',
  inet: 'string',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  interval: 'string',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'string',
  text: 'string',
  tstzrange: 'string',
  tsvector: 'string',
  timestamptz: 'Date',
  time: 'string',
  uuid: 'string',
  varchar: 'string',
  xid8: 'string',
};

function typeOf({ table, name, type, many, nullable, computed, has_default }: Column): string {
  const base = TYPES[type];
  if (base === undefined) throw new Error(`${table}.${name} has the type ${type}: add it to bin/schema-text.ts.`);
  const value = many ? `${base}[]` : base;
  const read = nullable && type !== 'jsonb' ? `${value} | null` : value;
  if (computed) return `GeneratedAlways<${read}>`;
  if (type === 'timestamptz' && !many) return nullable ? 'NullableAt' : has_default ? 'At' : 'RequiredAt';
  if (type === 'jsonb' && !many) return nullable || has_default ? 'Json' : 'RequiredJson';
  return has_default ? `Generated<${read}>` : read;
}

const HEAD = `// Generated from the migrations by \`npm run schema\`: change those, then run it.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type At = ColumnType<Date, Date | string | undefined, Date | string>;
type RequiredAt = ColumnType<Date, Date | string, Date | string>;
type NullableAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
/** Written as text. */
type Json = ColumnType<unknown, string | null | undefined, string | null>;
type RequiredJson = ColumnType<unknown, string, string>;

/** Rows as \`server/db/migrations\` make them. */
`;

/** Text of \`server/db/schema.ts\` for a migrated database. */
export async function schemaText(ask: Pick<pg.Client | pg.Pool, 'query'>): Promise<string> {
  const { rows } = await ask.query<Column>(COLUMNS);
  const tables = Map.groupBy(rows, ({ table }) => table);
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `    ${column.name}: ${typeOf(column)};`);
    return `  ${table}: {\n${lines.join('\n')}\n  };\n`;
  });
  return `${HEAD}export interface Database {\n${interfaces.join('')}}\n`;
}
