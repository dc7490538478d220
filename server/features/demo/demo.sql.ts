import type { Tx } from '../../db/tx.ts';
import { demoReachAt } from './demo-persons.sql.ts';
import { type DemoChoices, demoChoicesAt } from './demo-reference.sql.ts';
import type { DemoContact } from './demo-contacts.ts';
import { DEMO_TAGS } from './demo-names.ts';
import type { DemoAgency, DemoTraits } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

/** Held until the transaction ends, so that two starts do not load the world twice. */
export const lockDemo = (tx: Tx) => tx.raw('select pg_advisory_xact_lock(hashtext($1))', ['demo world']);

/** Owners of the accounts: the demo and possibly others (`demo`), only others (`others`), or `none`. */
export async function findAccounts(tx: Tx): Promise<'demo' | 'others' | 'none'> {
  const [found] = await tx.raw<{ demo: boolean | null }>('select bool_or(demo) as demo from accounts');
  if (found?.demo === true) return 'demo';
  return found?.demo === false ? 'others' : 'none';
}

export interface DemoOwner {
  readonly id: number;
  readonly business_unit_id: number;
  readonly share: number;
}

export async function insertDemoAgency(
  tx: Tx,
  agency: DemoAgency,
  passwordHash: string,
  now: Date,
): Promise<{ accountId: number; owners: DemoOwner[] }> {
  const [account] = await tx.raw<{ id: number }>(
    'insert into accounts (name, number, domain_name, brand, demo) values ($1, $2, $3, $4, true) returning id',
    [agency.name, agency.number, agency.domain, agency.brand],
  );
  const accountId = account?.id ?? 0;
  const units = await tx.raw<{ id: number }>(
    'insert into business_units (account_id, number, name) select $1, number, name from unnest($2::text[], $3::text[]) as unit(number, name) returning id',
    [accountId, agency.units.map(([number]) => number), agency.units.map(([, name]) => name)],
  );
  const ids = new Map<string, DemoOwner>();
  for (const [index, person] of agency.people.entries()) {
    const unitId = units[person.unit]?.id ?? 0;
    const [user] = await tx.raw<{ id: number }>(
      `insert into users (account_id, business_unit_id, manager_id, username, email, password_hash, first_name, last_name, number, roles,
         timezone, phone, paid_user, change_password, two_fa_required, wallet_feature_enabled, max_plus_plan, tos_accepted)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`,
      [
        accountId,
        unitId,
        person.manager === null ? null : (ids.get(person.manager)?.id ?? null),
        person.username,
        `${person.username}@${agency.domain}`,
        passwordHash,
        ...person.name,
        `${agency.number}-${String(index + 1).padStart(2, '0')}`,
        person.roles,
        person.unit === 0 ? 'est' : 'cst',
        `+1${agency.areaCode}55501${String(index).padStart(2, '0')}`,
        ...traitsOf(person.traits, now),
      ],
    );
    ids.set(person.username, { id: user?.id ?? 0, business_unit_id: unitId, share: person.share });
  }
  await tx.raw('insert into pools (account_id, name) select $1, unnest($2::text[])', [
    accountId,
    agency.pools.map(({ name }) => name),
  ]);
  await tx.raw(
    `insert into pool_holders (account_id, pool_id, user_id)
     select $1, p.id, h.user_id from unnest($2::text[], $3::bigint[]) as h(name, user_id)
     join pools p on p.account_id = $1 and p.name = h.name`,
    [
      accountId,
      agency.pools.flatMap(({ name, holders }) => holders.map(() => name)),
      agency.pools.flatMap(({ holders }) => holders.map((username) => ids.get(username)?.id)),
    ],
  );
  await tx.raw(
    'insert into tags (account_id, name, color) select $1, name, color from unnest($2::text[], $3::text[]) as tag(name, color)',
    [accountId, DEMO_TAGS.map(([name]) => name), DEMO_TAGS.map(([, color]) => color)],
  );
  return { accountId, owners: [...ids.values()] };
}

const traitsOf = (traits: DemoTraits, now: Date) => [
  traits.unpaid !== true,
  traits.mustChangePassword === true,
  traits.mustUseTwoFactor === true,
  traits.premium === true || traits.wallet === true,
  traits.premium ? 'premium' : null,
  traits.newToTerms ? null : now.toISOString().slice(0, 10),
];

/** Lets a user act in these accounts of the demo world. */
export const assignDemoAccounts = (tx: Tx, username: string, accounts: readonly string[]) =>
  tx.raw(
    `insert into account_assignments (account_id, user_id, assigned_account_id)
     select u.account_id, u.id, a.id from users u, accounts a
     where u.username = $1 and a.demo and a.number = any($2)`,
    [username, accounts],
  );

type Owned = DemoContact & { readonly owner_id: number; readonly business_unit_id: number };

/** Our choice: the demo's contacts were added over the last two years. */
const DAYS_BACK = 730;

export async function insertDemoContacts(
  tx: Tx,
  accountId: number,
  contacts: readonly Owned[],
  random: SeededRandom,
  { choices, now }: { choices: DemoChoices; now: Date },
): Promise<void> {
  const tags = await tx.raw<{ id: number; name: string }>('select id, name from tags where account_id = $1', [
    accountId,
  ]);
  const tagIds = new Map(tags.map((tag) => [tag.name, tag.id]));
  const rows = contacts.map((contact, place) => {
    const createdAt = new Date(now.getTime() - random.next() * DAYS_BACK * 86_400_000);
    const touchedAt =
      contact.notes.length > 0
        ? new Date(createdAt.getTime() + random.next() * (now.getTime() - createdAt.getTime()))
        : null;
    const { tags: names, notes: _, ...fields } = contact;
    return {
      ...fields,
      tag_ids: names.map((name) => tagIds.get(name)),
      created_at: createdAt,
      last_touch_at: touchedAt,
      ...demoChoicesAt(choices, place, now),
      ...demoReachAt(contact, place),
    };
  });
  await tx.raw(
    `with base as (
       update accounts set next_contact_number = next_contact_number + $3 where id = $1 returning next_contact_number - $3 as first
     ), people as (
       select row_number() over () - 1 as place, r.*
       from json_to_recordset($2) as r(first_name text, last_name text, phone text, email text, address text, city text, state text,
         zip_code text, dob date, gender text, language text, type text, category text, source text, tag_ids bigint[],
         owner_id bigint, business_unit_id bigint, created_at timestamptz, last_touch_at timestamptz, status_id bigint,
         agentflow_status_id bigint, group_id bigint, follow_up_on date, follow_up_note text, phone_type text, phone_2 text,
         phone_2_type text, email_2 text, company text)
     )
     insert into contacts (account_id, number, business_unit_id, owner_id, first_name, last_name, phone, email, address, city, state,
       zip_code, dob, gender, language, type, category, source, tag_ids, created_at, updated_at, last_touch_at,
       status_id, agentflow_status_id, group_id, follow_up_on, follow_up_note, phone_type, phone_2, phone_2_type, email_2, company)
     select $1, base.first + place, business_unit_id, owner_id, first_name, last_name, phone, email, address, city, state,
       zip_code, dob, gender, language, type, category, source, tag_ids, created_at, coalesce(last_touch_at, created_at), last_touch_at,
       status_id, agentflow_status_id, group_id, follow_up_on, follow_up_note, phone_type, phone_2, phone_2_type, email_2, company
     from people, base order by place`,
    [accountId, JSON.stringify(rows), rows.length],
  );
  const written = rows
    .map((row, place) => ({ place, at: row.last_touch_at, body: contacts[place]?.notes[0] }))
    .filter((note) => note.body);
  await tx.raw(
    `insert into notes (account_id, contact_id, author_id, body, created_at, updated_at)
     select c.account_id, c.id, c.owner_id, n.body, n.at, n.at
     from json_to_recordset($2) as n(place bigint, body text, at timestamptz)
     join contacts c on c.account_id = $1
       and c.number = (select next_contact_number - $3 from accounts where id = $1) + n.place`,
    [accountId, JSON.stringify(written), rows.length],
  );
}
