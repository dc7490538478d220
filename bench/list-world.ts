import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ROOT } from '../server/config.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../server/db/embedded.ts';
import { migrate } from '../server/db/migrate.ts';

export interface Shape {
  readonly accounts: number;
  /** Business units of an account, each with a manager. */
  readonly units: number;
  /** Agents of a business unit. */
  readonly agents: number;
  /** Many names, the most frequent with 1 to 2 of a hundred people as in the US, instead of the best known ones. */
  readonly manyNames: boolean;
}

const FOUR_AGENCIES: Shape = { accounts: 4, units: 2, agents: 25, manyNames: false };

/** No one in the last account has this name; it is common in the others. */
export const ABSENT_NAME = 'nguyen';

export interface BenchUser {
  readonly accountId: number;
  readonly userId: number;
  /** The session's cookie value. */
  readonly token: string;
}

export interface World {
  readonly postgres: EmbeddedPostgres;
  /** One an account. */
  readonly agents: readonly BenchUser[];
  readonly managers: readonly BenchUser[];
  readonly admins: readonly BenchUser[];
}

const tokenOf = (userId: number) => createHash('sha256').update(`bench-${userId}`).digest('base64url');

/** Dependencies of the seed: another migration or seed makes another cluster. */
function versionOf(): string {
  const migrations = join(ROOT, 'server', 'db', 'migrations');
  const files = [import.meta.filename, ...readdirSync(migrations).map((file) => join(migrations, file))];
  const hash = createHash('sha256');
  for (const file of files.toSorted()) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 12);
}

/** A cluster of that name under `.cache`, with so many contacts in it; kept while the schema stays. */
export async function openWorld(
  name: string,
  contacts: number,
  log: (line: string) => void,
  shape = FOUR_AGENCIES,
): Promise<World> {
  const [home, version] = [join(ROOT, '.cache', name), versionOf()];
  for (const old of readdirIfThere(home))
    if (old !== version) rmSync(join(home, old), { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir: join(home, version), log });
  try {
    await migrate({ url: postgres.url, log });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    try {
      const { rows } = await client.query<{ found: number }>('select count(*)::int as found from contacts');
      if (rows[0]?.found !== contacts) await seed(client, contacts, shape, log);
      await renewSessions(client);
      return { postgres, ...(await people(client)) };
    } finally {
      await client.end();
    }
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

function readdirIfThere(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function renewSessions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ id: string; account_id: string }>('select id, account_id from users');
  await client.query('truncate sessions cascade');
  await client.query(
    `insert into sessions (account_id, user_id, token_hash, expires_at)
     select a, u, h, now() + interval '7 days' from unnest($1::bigint[], $2::bigint[], $3::bytea[]) as s(a, u, h)`,
    [
      rows.map((row) => row.account_id),
      rows.map((row) => row.id),
      rows.map((row) =>
        createHash('sha256')
          .update(tokenOf(Number(row.id)))
          .digest(),
      ),
    ],
  );
}

async function people(client: pg.Client) {
  const having = async (role: string): Promise<BenchUser[]> => {
    const { rows } = await client.query<{ id: string; account_id: string }>(
      `select distinct on (account_id) id, account_id from users where roles = array[$1] order by account_id, id`,
      [role],
    );
    return rows.map((row) => ({
      accountId: Number(row.account_id),
      userId: Number(row.id),
      token: tokenOf(Number(row.id)),
    }));
  };
  return { agents: await having('agent'), managers: await having('manager'), admins: await having('admin') };
}

const FIRST = `James Mary Robert Patricia John Jennifer Michael Linda David Elizabeth William Barbara Richard Susan Joseph
  Jessica Thomas Sarah Charles Karen Christopher Lisa Daniel Nancy Matthew Betty Anthony Sandra Mark Margaret Donald
  Ashley Steven Kimberly Andrew Emily Paul Donna Joshua Michelle Kenneth Carol Kevin Amanda Brian Melissa George Deborah
  Timothy Stephanie Ronald Rebecca Jason Sharon Edward Laura Jeffrey Cynthia Ryan Dorothy Jacob Amy Gary Kathleen José
  María Luis Guadalupe Ángel Sofía Zoe Xavier`;
const LAST = `Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson
  Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker
  Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter
  Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers
  Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Treviño Núñez O'Brien
  McDonald Zimmerman Vasquez Schwartz Fitzgerald Quintero Abernathy Yarborough Kowalczyk Oyelaran Featherstone`;
const CITIES = `Austin Dallas Houston Phoenix Denver Portland Seattle Chicago Boston Atlanta Miami Tampa Orlando Nashville
  Memphis Detroit Columbus Cleveland Omaha Wichita`;

async function seed(client: pg.Client, contacts: number, shape: Shape, log: (line: string) => void): Promise<void> {
  log(`Seeding ${contacts.toLocaleString('en')} contacts; a million takes a minute or two.`);
  await client.query('truncate accounts, contacts, contact_counts restart identity cascade');
  await client.query(`set maintenance_work_mem = '1GB'`);
  await client.query(peopleOf(shape));
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'contacts'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  const [firsts, lasts] = namesOf(shape);
  await client.query(CONTACT_ROWS, [
    firsts,
    lasts,
    words(CITIES),
    contacts,
    shape.accounts,
    shape.units * shape.agents,
    shape.manyNames ? 2 : 1.5,
    lasts.filter((name) => name !== 'Nguyen'),
  ]);
  for (const { name, definition } of indexes) {
    log(`Building ${name}.`);
    await client.query(definition);
  }
  await client.query(`
    insert into notes (account_id, contact_id, author_id, body)
    select account_id, id, owner_id, 'Called, asked to ring back in spring.' from contacts where id % 10 = 0`);
  await client.query('select fold_contact_counts()');
  await client.query('vacuum analyze');
}

const words = (list: string) => list.split(/\s+/);

const STARTS = words(
  'Al Bar Cal Dan El Fer Gar Hal Ian Jar Kel Lan Mar Nor Os Pem Quin Ros Sal Tor Ul Ver Wes Yan Zor Bran Chad Stan Thorn Whit',
);
const MIDDLES = words('a e i o u ber den fin gor ham ing ker lan mon nel ow pin ras ster til');
const ENDS = words(
  's n t by d er ez field ford gate ham holm kins land ley man mont more ner ney rick shaw ton vale ville wald wick worth ski',
);

/** First and last names, the most frequent first. */
function namesOf({ manyNames }: Shape): [string[], string[]] {
  if (!manyNames) return [words(FIRST), words(LAST)];
  const rare = STARTS.flatMap((start) => MIDDLES.flatMap((middle) => ENDS.map((end) => start + middle + end)));
  // A fixed shuffle: a step that shares no factor with their number.
  const shuffled = rare.map((_name, i) => rare[(i * 7919) % rare.length] ?? '');
  return [
    [...words(FIRST), ...shuffled.slice(0, 3_000).map((name) => name.slice(0, 6))],
    [...words(LAST), ...shuffled],
  ];
}

const peopleOf = ({ accounts, units, agents }: Shape) => `
  insert into accounts (name, number, domain_name, next_contact_number)
    select 'Agency ' || g, 'A' || g, 'agency' || g || '.test', 1000000 from generate_series(1, ${accounts}) g;
  insert into business_units (account_id, number, name)
    select a.id, 'B' || g, 'Unit ' || g from accounts a, generate_series(1, ${units}) g;
  insert into users (account_id, business_unit_id, username, email, password_hash, first_name, last_name, roles)
    select account_id, min(id), 'admin' || account_id, 'admin' || account_id || '@example.test', '', 'Ada', 'Admin', '{admin}'
    from business_units group by account_id;
  insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles)
    select b.account_id, b.id, u.id, 'manager' || b.id, 'manager' || b.id || '@example.test', '', 'Mona', 'Manager', '{manager}'
    from business_units b join users u on u.account_id = b.account_id;
  insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, roles)
    select m.account_id, m.business_unit_id, m.id, 'agent' || m.id || '.' || g, 'agent' || m.id || '.' || g || '@example.test',
           '', 'Agent', 'No. ' || g, '{agent}'
    from users m, generate_series(1, ${agents}) g where m.roles = '{manager}';
  insert into tags (account_id, name, color)
    select a.id, label, 'blue' from accounts a, unnest(array['New', 'Hot lead', 'Medicare', 'Call back', 'Do not mail']) label;
  update users set tos_accepted = current_date`;

/** Names by a falling frequency (the square of an even draw); the last account leaves the absent name out. */
const CONTACT_ROWS = `
  with drawn as (
    select g, 1 + g % $5::int as place, g / $5::int as nth, $3::text[] as cities,
           hashint8(g)::bigint + 2147483648 as a, hashint8(g + 7000000)::bigint + 2147483648 as b
    from generate_series(1, $4::int) g
  ), agents as (
    select account_id, id, business_unit_id, row_number() over (partition by account_id order by id) - 1 as nth
    from users where roles = '{agent}'
  ), tagged as (select account_id, array_agg(id order by id) as ids from tags group by account_id),
  named as (
    select d.*, ($1::text[])[1 + floor(power(a / 4294967296.0, $7::float8) * cardinality($1::text[]))::int] as first_name,
           case when g % $5::int < $5::int - 1
             then ($2::text[])[1 + floor(power(b / 4294967296.0, $7::float8) * cardinality($2::text[]))::int]
             else ($8::text[])[1 + floor(power(b / 4294967296.0, $7::float8) * cardinality($8::text[]))::int]
           end as last_name
    from drawn d
  )
  insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, phone, email, address, city,
                        state, zip_code, dob, type, source, tag_ids, created_at, last_touch_at)
  select x.account_id, 1000 + n.nth, x.business_unit_id, x.id, n.first_name, n.last_name,
         '+1' || 200 + n.a % 790 || lpad((2000000 + n.b % 7999999)::text, 7, '0'),
         lower(unaccent(n.first_name)) || '.' || replace(lower(unaccent(n.last_name)), '''', '') || n.g || '@example.com', n.a % 9999 || ' Main St',
         n.cities[1 + n.a % cardinality(n.cities)], (array['TX','AZ','CO','OR','WA','IL','MA','GA','FL','TN'])[1 + n.b % 10],
         lpad((n.a % 99999)::text, 5, '0'), date '1930-01-01' + (n.b % 25000)::int,
         (array['lead','client','recruit'])[1 + n.a % 3], 'seed',
         case when n.g % 3 = 0 then array[t.ids[1 + n.a % 5], t.ids[1 + (n.a + 2) % 5]] else '{}' end,
         timestamptz '2024-01-01' + make_interval(secs => n.b % 50000000), case when n.g % 2 = 0 then timestamptz '2026-01-01' + make_interval(secs => n.a % 9000000) end
  from named n
  join agents x on x.account_id = n.place and x.nth = (n.a / 7) % $6::int
  join tagged t on t.account_id = n.place`;
