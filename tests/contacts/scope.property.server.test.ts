import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  CONTACT_FILTER_FIELDS,
  CONTACT_ORDER_FIELDS,
  type ContactFilter,
  type ContactsScopeInput,
} from '#contract/contacts/scope.contract.ts';
import { DAY_FIELDS, FILTER_OPS_OF, isEmptyOp } from '#rules/contacts/filter-ops.ts';
import { ageOn } from '#rules/time/plain-date.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { type NewContact, type Office, openOffice } from './office.ts';

const CONTACTS = 260;

const FIRST = ['Ana', 'ana', 'Bob', 'Zoë', '', "D'Arcy", 'Jo'];
const LAST = ['Treviño', 'Trevino', 'Kim', "O'Brien", '', 'Jones', 'de la Cruz', '50%_off'];
const CITIES = ['Austin', 'Émile', 'San José', ''];
const STATES = ['TX', 'AZ', ''];
const PHONES = ['+15125550142', '+12145550199', '+442071838750', null];
const EMAILS = ['ana@example.com', 'B_B@example.org', null];
const COMPANIES = ['Jones & Sons', 'Trevi LLC', ''];
const DAYS = ['1961-12-31', '1962-01-01', '1962-02-28', '1961-11-25', '1936-02-29', null];
/** Statements in their order, of one channel each. */
const LEDGERS = [
  [],
  [],
  ['given'],
  ['withdrawn'],
  ['given', 'withdrawn'],
  ['withdrawn', 'given'],
  ['do_not_call'],
] as const;
/** Around the days of 23 and of 25 hours: where they begin and end in New York, and where the second ends in Los Angeles. */
const SHORT_DAY = ['08T04:59:59', '08T05:00:00', '09T03:59:59', '09T04:00:00', '09T07:00:00'].map(
  (time) => `2026-03-${time}.000Z`,
);
const LONG_DAY = [
  null,
  ...['01T03:59:59', '01T04:00:00', '02T04:59:59', '02T05:00:00', '02T08:00:00'].map((time) => `2026-11-${time}.000Z`),
];
const ZONES = { agent: 'est', manager: 'pst', admin: 'hst', chief: 'cst' } as const;
const OWNERS = ['agent', 'peer', 'manager', 'far', 'chief'] as const;
const USERS = ['agent', 'manager', 'admin', 'chief'] as const;
const STATUSES = ['unchecked', 'valid', 'invalid'];

type Field = ContactFilter['field'];
type Op = NonNullable<ContactFilter['op']>;

interface Known {
  id: number;
  owner: string;
  /** Waits for a step of a workflow. */
  waits: boolean;
  deleted: boolean;
  pool: number | null;
  tags: readonly number[];
  /** Somebody that may be the same person: only then both know it. */
  twin: Known | null;
  /** What the contact said by e-mail and about calls. */
  said: Readonly<Record<'mail' | 'call', readonly string[]>>;
  /** As text, by column; absent or null: not known. */
  values: Readonly<Record<string, string | number | null>>;
}

let office: Office;
let ids: Readonly<Record<'tag' | 'status' | 'agentflow_status' | 'group' | 'api_vendor', readonly number[]>>;
const known: Known[] = [];

/** Draws as evenly as it needs to, the same each time. */
function dice(seed: number) {
  let state = seed;
  return <T>(list: readonly T[]): T => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return list[(state >> 8) % list.length] as T;
  };
}

beforeAll(async () => {
  office = await openOffice();
  const { owner, world } = office;
  const three = async (table: string, name = 'name') => {
    const text = `insert into ${table} (account_id, ${name}) select $1, unnest($2::text[]) returning id`;
    const { rows } = await owner.query<{ id: number }>(text, [world.accountId, ['A', 'B', 'C']]);
    return rows.map(({ id }) => id);
  };
  ids = {
    tag: await three('tags'),
    status: await three('statuses'),
    agentflow_status: await three('agentflow_statuses'),
    group: await three('groups'),
    api_vendor: await three('api_vendors', 'vendor_name'),
  };
  for (const [username, zone] of Object.entries(ZONES)) {
    await owner.query('update users set timezone = $2 where id = $1', [office.identityOf(username).userId, zone]);
  }
  const draw = dice(20_261_121);
  for (let i = 0; i < CONTACTS; i += 1) await addContact(draw);
});
afterAll(() => office.close());

async function addContact(draw: ReturnType<typeof dice>): Promise<void> {
  const owner = draw(OWNERS);
  const tags = draw([[], [], [0], [1], [0, 2]]).map((at) => ids.tag[at] ?? 0);
  const pool = draw([null, null, null, office.pools.held, office.pools.foreign]);
  const deleted = draw([false, false, false, false, true]);
  const maybe = (list: readonly number[]) => draw([null, null, ...list]);
  const values = {
    first_name: draw(FIRST),
    last_name: draw(LAST),
    phone: draw(PHONES),
    email: draw(EMAILS),
    city: draw(CITIES),
    state: draw(STATES),
    zip_code: draw(['78701', '78702', '85001', '']),
    category: draw(['Hot', 'hot lead', '']),
    source: draw(['Web', 'Referral', '']),
    company: draw(COMPANIES),
    type: draw(['lead', 'client', 'recruit']),
    gender: draw(['male', 'female', null]),
    language: draw(['english', 'spanish', null]),
    email_status: draw(STATUSES),
    dob: draw(DAYS),
    follow_up_on: draw(['2026-03-01', '2026-03-02', '2026-04-01', null]),
    created_at: draw(SHORT_DAY),
    last_touch_at: draw(LONG_DAY),
    last_call_at: draw(['2026-02-01T07:59:59.000Z', '2026-02-01T08:00:00.000Z', null]),
    status_id: maybe(ids.status),
    agentflow_status_id: maybe(ids.agentflow_status),
    group_id: maybe(ids.group),
    api_vendor_id: maybe(ids.api_vendor),
    import_id: draw([null, 7, 8]),
  };
  const row = { owner, ...values, tag_ids: tags, ...(deleted ? { deleted_at: '2026-03-01T00:00:00Z' } : {}) };
  const id = await office.add({ ...(row as unknown as NewContact), ...(pool === null ? {} : { pool }) });
  // What a workflow did, in this order.
  const steps = draw([[], [], ['waiting'], ['done', 'waiting'], ['waiting', 'done']]);
  await office.owner.query(
    `insert into workflow_logs (account_id, contact_id, workflow_name, status, at)
     select $1, $2, 'Welcome', step, timestamptz '2026-01-01' + make_interval(days => place::int)
     from unnest($3::text[]) with ordinality as s(step, place)`,
    [office.world.accountId, id, steps],
  );
  const said = { mail: draw(LEDGERS.slice(0, -1)), call: draw(LEDGERS) };
  for (const [channel, kinds] of Object.entries(said)) await addLedger(id, channel, kinds);
  const twin = draw([true, false]) ? (known.at(-1) ?? null) : null;
  const contact: Known = {
    id,
    owner,
    waits: steps.at(-1) === 'waiting',
    deleted,
    pool,
    tags,
    said,
    values,
    twin: null,
  };
  known.push(contact);
  if (twin === null || twin.twin !== null) return;
  [contact.twin, twin.twin] = [twin, contact];
  await office.owner.query(
    `insert into duplicate_pairs (account_id, low_id, high_id, verdict, reasons, found_at) values ($1, $2, $3, 'likely', '{}', now())`,
    [office.world.accountId, twin.id, id],
  );
}

const addLedger = (id: number, channel: string, kinds: readonly string[]) =>
  office.owner.query(
    `insert into contact_consents (account_id, contact_id, channel, kind, evidence, source, given_at)
     select $1, $2, $3, kind, '', 'form', timestamptz '2026-01-01' + make_interval(days => place::int)
     from unnest($4::text[]) with ordinality as s(kind, place)`,
    [office.world.accountId, id, channel, kinds],
  );

// ---- the list in plain code ---------------------------------------------------------------------------------

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const text = (contact: Known, column: string) => String(contact.values[column] ?? '');

const BELOW: Readonly<Record<(typeof USERS)[number], readonly string[]>> = {
  agent: [],
  manager: ['agent', 'peer'],
  admin: ['manager', 'agent', 'peer', 'far', 'chief'],
  chief: [],
};

interface Asked {
  username: (typeof USERS)[number];
  scope: ContactsScopeInput & { limit: number };
}

function isSeen(contact: Known, username: Asked['username']): boolean {
  if (username === 'admin' || contact.owner === username || BELOW[username].includes(contact.owner)) return true;
  if (username === 'chief') return contact.owner === 'far';
  return username === 'agent' && contact.pool === office.pools.held;
}

function isInGroup(contact: Known, { username, scope }: Asked): boolean {
  const group = scope.contact_group ?? 'mine';
  if (contact.deleted !== (group === 'deleted')) return false;
  const below = BELOW[username].includes(contact.owner);
  const own = contact.owner === username;
  if (scope.pool_id !== undefined && scope.pool_id !== 'mine') {
    if (contact.pool !== scope.pool_id) return false;
    if (group === 'downline') return below;
    if (group === 'all_agents') return own || below;
    return isSeen(contact, username);
  }
  if (group === 'mine') return own || (scope.all_downline === true && below);
  if (group === 'downline') return below;
  if (group === 'all_agents') return own || below;
  return isSeen(contact, username) && (group !== 'workflow' || contact.waits);
}

/** As `isInGroup`, whichever pool of those that are seen it lies in, and whatever it waits for. */
function isOfSight(contact: Known, { username, scope }: Asked): boolean {
  const group = scope.contact_group ?? 'mine';
  const below = BELOW[username].includes(contact.owner);
  const own = contact.owner === username;
  const ofPool = scope.pool_id !== undefined && scope.pool_id !== 'mine';
  if (group === 'mine' && !ofPool) return own || (scope.all_downline === true && below);
  if (group === 'downline') return below;
  if (group === 'all_agents') return own || below;
  // Who holds the shelf sees all of it, and so both.
  if (ofPool && username === 'agent' && scope.pool_id === office.pools.held) return true;
  return ofPool && username !== 'admin' ? isSeen({ ...contact, pool: null }, username) : isSeen(contact, username);
}

/** A word of `q`: two letters are the start of a name, digits are a piece of a number. */
function hasWord(contact: Known, word: string): boolean {
  const columns = ['first_name', 'last_name', 'email', 'phone', 'city', 'company'];
  const whole = fold(columns.map((column) => text(contact, column)).join(' '));
  if (/^\p{L}{1,2}$/u.test(word)) {
    const start = fold(word);
    return [text(contact, 'first_name'), text(contact, 'last_name')].some((name) => fold(name).startsWith(start));
  }
  return whole.includes(fold(word));
}

/** The county of each ZIP code. */
const COUNTIES: Readonly<Record<string, string>> = {
  '78701': 'Travis County, TX',
  '78702': 'Travis County, TX',
  '85001': 'Maricopa County, AZ',
};

const COLUMN: Partial<Record<Field, string>> = {
  status: 'status_id',
  agentflow_status: 'agentflow_status_id',
  group: 'group_id',
  api_vendor: 'api_vendor_id',
  birth_month: 'dob',
  age: 'dob',
};

/** When a contact last opted out of a channel and in to it; -1: never. A call that must not be made stops texts as well. */
function lastSaid({ said }: Known, channel: string): { readonly out: number; readonly in: number } {
  if (channel === 'text') return { out: said.call.lastIndexOf('do_not_call'), in: -1 };
  const kinds = channel === 'mail' ? said.mail : said.call;
  return { out: kinds.findLastIndex((kind) => kind !== 'given'), in: kinds.lastIndexOf('given') };
}

/** An opt-out that stands of another contact with the same number or address counts as well. */
function hasSaid(contact: Known, field: Field, channel: string): boolean {
  const column = channel === 'mail' ? 'email' : 'phone';
  const value = text(contact, column).toLowerCase();
  const alike = known.filter(
    (other) => other !== contact && value !== '' && text(other, column).toLowerCase() === value,
  );
  const others = alike.map((one) => lastSaid(one, channel)).filter((one) => one.out >= one.in);
  const own = lastSaid(contact, channel);
  const out = Math.max(own.out, ...others.map((one) => one.out));
  return field === 'opt_out' ? out >= 0 && out >= own.in : own.in > out;
}

/** The day of a moment where somebody is; a day is the same everywhere. */
function dayFor(username: Asked['username'], stored: string): string {
  if (!stored.includes('T')) return stored;
  const timeZone = IANA_ZONES[ZONES[username]];
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date(stored));
}

function compare(username: Asked['username'], field: Field, op: Op, stored: string, value: string): boolean {
  if (DAY_FIELDS.includes(field)) {
    if (stored === '') return op === 'not_since';
    const day = dayFor(username, stored);
    if (op === 'is') return day === value;
    return op === 'after' ? day > value : day < value;
  }
  if (field === 'age') {
    if (stored === '') return false;
    const age = ageOn(stored, dayFor(username, office.deps.now().toISOString()));
    return op === 'is' ? age === Number(value) : op === 'over' ? age > Number(value) : age < Number(value);
  }
  if (field === 'birth_month') return stored !== '' && Number(stored.slice(5, 7)) === Number(value);
  const [have, want] = [fold(stored), fold(value)];
  return op === 'is' ? have === want : op === 'contains' ? have.includes(want) : have.startsWith(want);
}

function passes(contact: Known, username: Asked['username'], { field, op = 'is', value }: ContactFilter): boolean {
  const values = [value].flat();
  if (field === 'tag') {
    if (isEmptyOp(op)) return (contact.tags.length === 0) === (op === 'empty');
    return values.some((id) => contact.tags.includes(Number(id))) === (op === 'is');
  }
  if (field === 'consent' || field === 'opt_out') {
    const channels = isEmptyOp(op) ? ['call', 'text', 'mail'] : values;
    return channels.some((channel) => hasSaid(contact, field, channel)) === (op === 'is' || op === 'not_empty');
  }
  const stored =
    field === 'owner'
      ? String(office.identityOf(contact.owner).userId)
      : field === 'pool'
        ? String(contact.pool ?? '')
        : field === 'county'
          ? (COUNTIES[text(contact, 'zip_code')] ?? '')
          : text(contact, COLUMN[field] ?? field);
  if (isEmptyOp(op)) return (stored === '') === (op === 'empty');
  const found = values.some((each) => compare(username, field, op === 'not' ? 'is' : op, stored, each));
  return op === 'not' ? !found : found;
}

/** Both are there and seen within the scope, and say the same where it is asked for. */
function isDuplicate(contact: Known, one: Asked): boolean {
  const { duplicate } = one.scope;
  const { twin } = contact;
  if (duplicate?.is_duplicate !== true) return true;
  if (twin === null || twin.deleted || contact.deleted || !isOfSight(twin, one)) return false;
  const says = (column: string) => fold(text(contact, column)) === fold(text(twin, column));
  return (duplicate.first_name !== true || says('first_name')) && (duplicate.last_name !== true || says('last_name'));
}

/** What each order sorts by. */
function keyOf(contact: Known, field: (typeof CONTACT_ORDER_FIELDS)[number]): string {
  const of = (column: string) => fold(text(contact, column));
  if (field === 'last_name') return `${of('last_name')}\u0001${of('first_name')}`;
  if (field === 'first_name') return `${of('first_name')}\u0001${of('last_name')}`;
  if (field === 'follow_up_on') return text(contact, field) || 'infinity';
  return field === 'state' ? text(contact, field) : of(field);
}

function expected(asked: Asked): number[] {
  const { q = '', search = [], order_field = 'last_name', order = 'asc', type, select_n } = asked.scope;
  const words = q.split(' ').filter(Boolean);
  const rows = known
    .filter((contact) => isInGroup(contact, asked))
    .filter((contact) => words.every((word) => hasWord(contact, word)))
    .filter((contact) => search.every((filter) => passes(contact, asked.username, filter)))
    .filter((contact) => isDuplicate(contact, asked))
    .filter((contact) => type === undefined || contact.values['type'] === type)
    .map((contact) => ({ id: contact.id, key: keyOf(contact, order_field) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id));
  return (order === 'desc' ? rows.toReversed() : rows).map(({ id }) => id).slice(0, select_n);
}

// ---- what is asked ------------------------------------------------------------------------------------------

const WORDS = [
  'tre',
  'Treviño',
  'an',
  'jo',
  "o'brien",
  'cruz',
  'example',
  '512',
  '555',
  'sons',
  'B_B',
  '50%',
  'zo',
  'k',
];

const VALUES: Partial<Record<Field, readonly string[]>> = {
  first_name: ['ana', 'zoe', 'a', "d'arcy"],
  last_name: ['trevino', 'o', 'kim', '50%', '_'],
  phone: ['+15125550142', '+12145550199'],
  email: ['ana@example.com', 'b_b', 'example'],
  city: ['austin', 'emile', 'san', 'é'],
  state: ['TX', 'AZ'],
  zip_code: ['78701', '787'],
  county: [...Object.values(COUNTIES), 'Polk County, FL'],
  category: ['hot', 'lead'],
  source: ['web', 'ref'],
  company: ['jones & sons', 'trevi', '&'],
  type: ['lead', 'client'],
  gender: ['male', 'female'],
  language: ['english', 'german'],
  email_status: STATUSES,
  dob: ['1961-12-31', '1962-01-01', '1962-02-01'],
  follow_up_on: ['2026-03-01', '2026-03-31'],
  created_at: ['2026-03-07', '2026-03-08', '2026-03-09'],
  last_touch_at: ['2026-10-31', '2026-11-01', '2026-11-02'],
  last_call_at: ['2026-01-31', '2026-02-01'],
  age: ['63', '64', '90', '0'],
  consent: ['call', 'text', 'mail'],
  opt_out: ['call', 'text', 'mail'],
  birth_month: ['1', '12', '6'],
  import_id: ['7', '9'],
};

function valuesOf(field: Field): readonly string[] {
  if (field === 'owner') return OWNERS.map((name) => String(office.identityOf(name).userId));
  if (field === 'pool') return Object.values(office.pools).map(String);
  if (field in ids) {
    return ids[field as keyof typeof ids].map(String);
  }
  return VALUES[field] ?? [];
}

/** Of columns; those of policies and notes have tests of their own. */
const FIELDS = CONTACT_FILTER_FIELDS.filter((field) => !/^(?:policy_|note$|prescription$)/.test(field));

/** Of a phone the digits count, however they are written: the other tests have that. */
const opsOf = (field: Field) =>
  FILTER_OPS_OF[field].filter((op) => field !== 'phone' || op === 'is' || op === 'not' || isEmptyOp(op));

const filters = (): fc.Arbitrary<ContactFilter> =>
  fc
    .constantFrom(...FIELDS)
    .chain((field) => {
      const ops = opsOf(field);
      const value = fc.uniqueArray(fc.constantFrom(...valuesOf(field)), { minLength: 1, maxLength: 2 });
      return fc.record({ field: fc.constant(field), op: fc.constantFrom(...ops), value });
    })
    .map(({ field, op, value }) => ({ field, op, value: isEmptyOp(op) ? '' : value }));

const asked = (): fc.Arbitrary<Asked> =>
  fc
    .record({
      username: fc.constantFrom(...USERS),
      group: fc.constantFrom('mine', 'downline', 'all', 'deleted', 'all_agents', 'workflow' as const),
      all_downline: fc.boolean(),
      pool: fc.option(fc.constantFrom('held', 'foreign' as const), { freq: 4 }),
      q: fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 2 }).map((words) => words.join(' ')),
      search: fc.array(filters(), { maxLength: 3 }),
      type: fc.option(fc.constantFrom('lead', 'client' as const), { nil: undefined, freq: 4 }),
      order_field: fc.constantFrom(...CONTACT_ORDER_FIELDS),
      order: fc.constantFrom('asc', 'desc' as const),
      duplicate: fc.option(
        fc.record({ is_duplicate: fc.boolean(), first_name: fc.boolean(), last_name: fc.boolean() }),
        { nil: undefined, freq: 3 },
      ),
      select_n: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined, freq: 3 }),
      limit: fc.integer({ min: 1, max: 60 }),
    })
    .map(({ username, group, all_downline, pool, type, duplicate, select_n, ...rest }) => {
      // Workflows are for business-unit admins and managers.
      const mayAsk = username === 'manager' || username === 'chief';
      const scope = {
        ...rest,
        contact_group: group === 'workflow' && !mayAsk ? ('all' as const) : group,
        all_downline,
        ...(pool === null || group === 'workflow' ? {} : { pool_id: office.pools[pool] }),
        ...(type === undefined ? {} : { type }),
        ...(duplicate === undefined ? {} : { duplicate }),
        ...(select_n === undefined ? {} : { select_n }),
      };
      return { username, scope };
    });

test('the rows of a scope, their order and their number are those of a filter in plain code', async () => {
  await fc.assert(
    fc.asyncProperty(asked(), async (one) => {
      const { data, meta } = await office.list(one.username, { ...one.scope, limit: 200 });

      const rows = expected(one);
      expect([data.map(({ id }) => id), meta.total_count]).toEqual([rows.slice(0, 200), rows.length]);
    }),
    { numRuns: 300 },
  );
});

test.each(FIELDS)('the filter %s by itself finds what plain code finds', async (field) => {
  for (const op of opsOf(field)) {
    for (const value of isEmptyOp(op) ? [''] : valuesOf(field)) {
      const one = {
        username: 'admin' as const,
        scope: { contact_group: 'all' as const, search: [{ field, op, value }], limit: 200 },
      };
      const { data, meta } = await office.list(one.username, one.scope);
      const rows = expected(one);
      expect([op, value, meta.total_count, data.map(({ id }) => id)]).toEqual([
        op,
        value,
        rows.length,
        rows.slice(0, 200),
      ]);
    }
  }
});

/** Rows of the smallest page. */
const FEWEST = 6;

test('its pages are the same rows, by cursor there and back', async () => {
  await fc.assert(
    fc.asyncProperty(asked(), async (drawn) => {
      // Of a few rows a page would make hundreds of pages.
      const one = { ...drawn, scope: { ...drawn.scope, limit: drawn.scope.limit + FEWEST } };
      const pages: number[][] = [];
      let page = await office.list(one.username, one.scope);
      pages.push(page.data.map(({ id }) => id));
      while (page.meta.next_cursor !== null) {
        page = await office.list(one.username, { ...one.scope, cursor: page.meta.next_cursor });
        pages.push(page.data.map(({ id }) => id));
      }
      expect(pages.flat()).toEqual(expected(one));
      for (const there of pages.slice(0, -1).toReversed()) {
        page = await office.list(one.username, { ...one.scope, cursor: page.meta.previous_cursor ?? '' });
        expect(page.data.map(({ id }) => id)).toEqual(there);
      }
    }),
    { numRuns: 60 },
  );
});
