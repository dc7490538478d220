import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as contacts from '#contract/contacts.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { validateImport } from '#contract/imports.contract.ts';
import type { Username } from '../_db/world.ts';
import { type Answer, type Client, openApp, type TestApp } from './app.ts';
import { contractEndpoints } from './contract-endpoints.ts';

/** Stands in every text of the first agency's rows; nobody of the second may ever read it, and the other way round. */
const CANARY = 'kanarienvogel';
const OTHER_CANARY = 'wellensittich';

/** Who asks, by how they stand to the agent whose things are asked for. */
const ASKERS = {
  nobody: null,
  owner: 'agent',
  upline: 'manager',
  admin: 'admin',
  peer: 'peer',
  otherAgent: 'outsider',
  otherAdmin: 'stranger',
} as const satisfies Record<string, Username | null>;
type Asker = keyof typeof ASKERS;
const SIGNED_IN = ['owner', 'upline', 'admin', 'peer', 'otherAgent', 'otherAdmin'] as const;

interface Things {
  readonly contact: number;
  readonly contactNumber: number;
  readonly deleted: number;
  readonly note: number;
  readonly tag: number;
  readonly attempt: number;
}

interface Asked {
  /** Path after the parameters are filled in, with its query. */
  readonly path?: string;
  readonly body?: unknown;
}

interface Rule {
  readonly ask: (things: Things, it: TestApp) => Asked;
  /** Who gets through; everybody else who is signed in gets `refused`. */
  readonly open: readonly Asker[];
  readonly refused?: 403 | 404 | 409 | 422;
}

const EVERYBODY = SIGNED_IN;
const FAMILY = ['owner', 'upline', 'admin'] as const;
const LEADERS = ['upline', 'admin', 'otherAdmin'] as const;

const path = (text: string) => ({ path: text });
const attempt = (verb: string) => ({
  ask: (things: Things) => path(`/v1/contacts/import_attempts/${things.attempt}/${verb}`),
  open: FAMILY,
  refused: 404 as const,
});
const anything = (asked: Asked = {}): Rule => ({ ask: () => asked, open: EVERYBODY });

/**
 * Every endpoint with a session, asked for a thing of the agent. `open` are those who get through: to the thing or, where
 * none is named, to their own answer. A state that forbids it now (409) is past the check of who asks.
 */
const RULES: Readonly<Record<string, Rule>> = {
  signOut: anything(),
  readMe: anything(),
  readProfile: anything(),
  readAccountInfo: anything(),
  updateTheme: anything({ body: { font_size: 'large' } }),
  listOwners: anything(),
  listOutboxMails: { ask: () => path('/v1/mail/outbox/list'), open: ['admin', 'otherAdmin'], refused: 403 },
  readLiveOverview: { ask: () => ({}), open: LEADERS, refused: 403 },
  downloadDemoFile: anything(),
  listContacts: anything({
    body: { contacts_scope: { contact_group: 'all', q: CANARY, for_contact_group_all: true } },
  }),
  createContact: anything({ body: { contact: { last_name: 'New' } } }),
  readContact: {
    ask: ({ contactNumber }) => path(`/v1/contacts/${contactNumber}?by=number`),
    open: FAMILY,
    refused: 404,
  },
  updateContact: {
    ask: ({ contact }) => ({ path: `/v1/contacts/${contact}`, body: { contact: { city: 'Waco' } } }),
    open: FAMILY,
    refused: 404,
  },
  updateTagsOfContact: {
    ask: ({ contact, tag }) => ({ body: { contact_id: contact, tag_ids: [tag] } }),
    open: FAMILY,
    refused: 404,
  },
  // Whoever may not see a contact changes none: the answer names no id.
  deleteContacts: { ask: ({ contact }) => ({ body: { ids: [contact] } }), open: EVERYBODY },
  restoreContacts: { ask: ({ deleted }) => ({ body: { ids: [deleted] } }), open: EVERYBODY },
  listNotes: { ask: ({ contact }) => path(`/v1/contacts/${contact}/notes`), open: FAMILY, refused: 404 },
  createNote: {
    ask: ({ contact }) => ({ path: `/v1/contacts/${contact}/notes`, body: { body: 'Called.' } }),
    open: FAMILY,
    refused: 404,
  },
  updateNote: {
    ask: ({ contact, note }) => ({ path: `/v1/contacts/${contact}/notes/${note}`, body: { body: 'Changed.' } }),
    open: FAMILY,
    refused: 404,
  },
  deleteNote: { ask: ({ contact, note }) => path(`/v1/contacts/${contact}/notes/${note}`), open: FAMILY, refused: 404 },
  listPools: anything(),
  listTags: anything(),
  createTag: anything({ body: { name: `${CANARY} again` } }),
  updateTag: {
    ask: ({ tag }) => ({ body: { id: tag, color: 'red' } }),
    open: ['owner', 'upline', 'admin', 'peer'],
    refused: 404,
  },
  // Without a form: the thing is looked for before the form is judged.
  validateImport: {
    ask: (things) => ({ body: { import_id: things.attempt, fields: { 0: 'last_name' } } }),
    open: FAMILY,
    refused: 404,
  },
  startImport: {
    ask: (things) => ({ body: { import_id: things.attempt, fields: { 0: 'last_name' } } }),
    open: FAMILY,
    refused: 404,
  },
  listImportAttempts: anything(),
  readImportAttempt: attempt('read'),
  pauseImport: attempt('pause'),
  resumeImport: attempt('resume'),
  cancelImport: attempt('cancel'),
  undoImport: attempt('undo'),
  deleteImportAttempt: {
    ask: (things) => path(`/v1/contacts/delete_import_attempts/${things.attempt}`),
    open: FAMILY,
    refused: 404,
  },
  retryImportAttempt: {
    ask: (things) => path(`/v1/contacts/retry_failed_import_attempts/${things.attempt}`),
    open: FAMILY,
    refused: 404,
  },
  listProblemRows: attempt('list_problem_rows'),
  listKeptRows: attempt('list_kept_rows'),
  downloadProblemRows: attempt('download_problem_rows'),
};

let it: TestApp;
let clients: Record<Asker, Client>;

beforeAll(async () => {
  it = await openApp({ config: { appEnv: 'demo' } });
  const { agent, outsider } = it.world.people;
  await makeThings(outsider.accountId, outsider.id, outsider.businessUnitId, OTHER_CANARY);
  await makeThings(agent.accountId, agent.id, agent.businessUnitId, CANARY);
  for (const { id } of [agent, outsider]) {
    await it.owner.query(`update users set last_name = $2 where id = $1`, [
      id,
      id === agent.id ? CANARY : OTHER_CANARY,
    ]);
  }
  clients = await freshClients();
});
afterAll(() => it.close());

async function freshClients(): Promise<Record<Asker, Client>> {
  const entries = Object.entries(ASKERS).map(
    async ([asker, username]) => [asker, username === null ? it.visitor() : await it.signIn(username)] as const,
  );
  return Object.fromEntries(await Promise.all(entries)) as Record<Asker, Client>;
}

let numbers = 5_000;

/** Something of every kind that belongs to one person, with the canary in every text. */
async function makeThings(accountId: number, userId: number, unitId: number, canary: string): Promise<Things> {
  const insert = async (text: string, values: readonly unknown[]): Promise<number> => {
    const { rows } = await it.owner.query<{ id: number }>(`${text} returning id`, [...values]);
    return rows[0]?.id ?? 0;
  };
  numbers += 2;
  const contact = `insert into contacts (account_id, number, business_unit_id, owner_id, last_name, city, email, deleted_at)
    values ($1, $2, $3, $4, $5, $5, $5 || '@example.test', $6)`;
  const live = await insert(contact, [accountId, numbers, unitId, userId, canary, null]);
  const deleted = await insert(contact, [accountId, numbers + 1, unitId, userId, canary, new Date()]);
  const note = 'insert into notes (account_id, contact_id, author_id, body) values ($1, $2, $3, $4)';
  const file = `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, columns)
    values ($1, $2, $2, $2, $3 || '.csv', 1, 'missing-key', 'checked', '[{"index":0,"header":"name","samples":[],"suggestion":null,"confidence":0}]')`;
  await insert(`insert into outbox_mails (account_id, recipient, subject, text_body) values ($1, $2, $2, $2)`, [
    accountId,
    canary,
  ]);
  const pool = await insert('insert into pools (account_id, name) values ($1, $2)', [
    accountId,
    `${canary} ${numbers}`,
  ]);
  await it.owner.query('insert into pool_holders values ($1, $2, $3)', [accountId, pool, userId]);
  return {
    contact: live,
    contactNumber: numbers,
    deleted,
    note: await insert(note, [accountId, live, userId, canary]),
    tag: await insert('insert into tags (account_id, name) values ($1, $2)', [accountId, `${canary} ${numbers}`]),
    attempt: await insert(file, [accountId, userId, canary]),
  };
}

const endpointNamed = (name: string): Endpoint => {
  const found = contractEndpoints.find((endpoint) => endpoint.name === name);
  if (found === undefined) throw new Error(`no endpoint is called ${name}`);
  return found;
};

async function ask(asker: Asker, name: string): Promise<{ answer: Answer<unknown>; things: Things }> {
  const { agent } = it.world.people;
  const things = await makeThings(agent.accountId, agent.id, agent.businessUnitId, CANARY);
  const rule = RULES[name];
  if (rule === undefined) throw new Error(`${name} has no rule`);
  const endpoint = endpointNamed(name);
  const { path: asked = endpoint.path, body } = rule.ask(things, it);
  const sent =
    body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return { answer: await clients[asker].send(endpoint.method, asked, sent), things };
}

test('every endpoint that needs a session has a rule', () => {
  const closed = contractEndpoints.filter(({ access }) => access !== 'public').map(({ name }) => name);

  expect(Object.keys(RULES).toSorted()).toEqual(closed.toSorted());
});

describe.each(Object.keys(RULES))('%s', (name) => {
  const rule = RULES[name] as Rule;

  test('refuses who is not signed in', async () => {
    expect((await ask('nobody', name)).answer.status).toBe(401);
  });

  test.each(SIGNED_IN)('lets %s through or not, and shows nothing of another agency', async (asker) => {
    const { answer } = await ask(asker, name);

    const foreign = asker.startsWith('other') ? CANARY : OTHER_CANARY;
    // What somebody wrote themselves may come back.
    const own = name === 'createTag' || name === 'listTags' ? `${CANARY} again` : '\n';
    expect(`${JSON.stringify(answer.body)} ${JSON.stringify(answer.headers)}`.replaceAll(own, '')).not.toContain(
      foreign,
    );
    if (rule.open.includes(asker)) expect([200, 204, 409, 422]).toContain(answer.status);
    else expect(answer.status).toBe(rule.refused);
    if (name === 'signOut') clients = await freshClients();
  });
});

describe('many at once', () => {
  test.each<[Asker, boolean]>([
    ['owner', true],
    ['upline', true],
    ['admin', true],
    ['peer', false],
    ['otherAgent', false],
    ['otherAdmin', false],
  ])('of contacts that %s may see are deleted and restored: %s', async (asker, allowed) => {
    const removed = await ask(asker, 'deleteContacts');
    const restored = await ask(asker, 'restoreContacts');

    expect([removed.answer.body, restored.answer.body]).toEqual([
      { data: { ids: allowed ? [removed.things.contact] : [] } },
      { data: { ids: allowed ? [restored.things.deleted] : [] } },
    ]);
  });

  test('nothing of another agency can be named in a write', async () => {
    const { agent, outsider } = it.world.people;
    const theirs = await makeThings(outsider.accountId, outsider.id, outsider.businessUnitId, OTHER_CANARY);
    const own = await makeThings(agent.accountId, agent.id, agent.businessUnitId, CANARY);
    const { owner: client } = clients;

    const refused = [
      await client.call(contacts.createContact, { body: { contact: { last_name: 'New' }, tag_ids: [theirs.tag] } }),
      await client.call(contacts.updateTagsOfContact, { body: { contact_id: own.contact, tag_ids: [theirs.tag] } }),
      await client.call(validateImport, { body: { import_id: own.attempt, tags: [theirs.tag] } }),
      await client.call(validateImport, { body: { import_id: own.attempt, owner: outsider.id } }),
    ];

    expect(refused.map(({ status }) => status)).toEqual([422, 422, 422, 422]);
  });

  test('a write for another identity than the cookie stands for changes nothing', async () => {
    const { agent } = it.world.people;
    const things = await makeThings(agent.accountId, agent.id, agent.businessUnitId, CANARY);

    const answer = await clients.owner.call(contacts.deleteContacts, {
      body: { ids: [things.contact] },
      headers: { 'x-identity': `${it.world.people.peer.id}:0` },
    });

    expect([answer.status, answer.body]).toMatchObject([409, { code: 'identity_changed' }]);
  });
});
