import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { undoBulkJob, deleteContacts } from '#contract/bulk.contract.ts';
import { createContact, updateContact } from '#contract/contacts.contract.ts';
import { quickUpdateContact } from '#contract/contacts/person.contract.ts';
import { updateSealedFields } from '#contract/records/sealed-fields.contract.ts';
import { createNote, deleteNote, updateNote } from '#contract/contacts/notes.contract.ts';
import { readTimeline, TIMELINE_KINDS, type TimelineEntry, type TimelineKind } from '#contract/timeline.contract.ts';
import { logActivity } from '#contract/timeline/activities.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { createNote as writeNote } from '../../server/features/contacts/change/notes.service.ts';
import { findTimeline } from '../../server/features/timeline/timeline.sql.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const page = async (id: number, query: { kind?: TimelineKind; cursor?: string; limit?: number } = {}) =>
  (await agent.call(readTimeline, { params: { id }, query })).body;

/** All pages, one after the other. */
async function walk(id: number, limit: number, kind?: TimelineKind): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const { data, meta } = await page(id, { limit, ...(kind && { kind }), ...(cursor && { cursor }) });
    all.push(...data);
    cursor = meta.next_cursor;
  }
  return all;
}

/** A bulk change that recorded no consent. */
const PLAIN = { changed: true, consents: [] };

test('a contact made here begins with who made it, then what was written and changed, from what to what', async () => {
  const { body } = await agent.call(createContact, { body: { contact: { last_name: 'Kim' } } });
  const { id } = body.data;
  await agent.call(updateContact, { params: { id }, body: { contact: { city: 'Marfa', phone: '5125550142' } } });
  await agent.call(createNote, { params: { id }, body: { body: 'Call back.' } });
  await agent.call(logActivity, { params: { id }, body: { type: 'call', body: 'Interested.' } });

  const { data } = await page(id);

  const amy = { id: agent.person?.id, name: 'Amy Agent' };
  const by = { key: expect.any(String), at: expect.any(String), actor: amy, acting_as: null };
  expect(data).toEqual([
    {
      ...by,
      kind: 'calls',
      what: { of: 'activity', id: expect.any(Number), type: 'call', body: 'Interested.', direction: null },
    },
    {
      ...by,
      kind: 'notes',
      what: { of: 'note', id: expect.any(Number), body: 'Call back.', edited: false, pinned: false },
    },
    {
      ...by,
      kind: 'changes',
      what: {
        of: 'action',
        action: 'contact.updated',
        fields: expect.arrayContaining(['phone', 'city']),
        changes: [
          { field: 'city', from: '', to: 'Marfa' },
          { field: 'phone', from: '', to: '+15125550142' },
        ],
        consent: null,
        about: '',
      },
    },
    { ...by, kind: 'changes', what: { of: 'origin', import: null } },
  ]);
  // The audit log stays when a contact is purged.
  const { rows } = await office.owner.query('select detail from audit_log');
  expect(JSON.stringify(rows)).not.toContain('Marfa');
});

test('a choice and the tags are told by their names, each by the change that made them; numbers never', async () => {
  const id = await office.add({ owner: 'agent' });
  const { accountId } = office.world;
  const one = async (text: string) => (await office.owner.query<{ id: number }>(text, [accountId])).rows[0]?.id ?? 0;
  const won = await one(`insert into statuses (account_id, name, position) values ($1, 'Won', 1) returning id`);
  const hot = await one(`insert into tags (account_id, name) values ($1, 'hot') returning id`);
  await agent.call(quickUpdateContact, {
    params: { id },
    body: { contact: { status_id: won, source: 'Fair' }, tag_ids: [hot] },
  });
  await agent.call(updateContact, { params: { id }, body: { contact: { status_id: null } } });
  await agent.call(updateSealedFields, { params: { id }, body: { ssn: '123-45-6789' } });

  const told = (await page(id)).data.flatMap(({ what }) => (what.of === 'action' ? [[what.action, what.changes]] : []));
  expect(told).toEqual([
    ['sealed_fields.updated', []],
    ['contact.updated', [{ field: 'status_id', from: 'Won', to: '' }]],
    ['contact.tagged', [{ field: 'tag_ids', from: '', to: 'hot' }]],
    [
      'contact.updated',
      [
        { field: 'source', from: '', to: 'Fair' },
        { field: 'status_id', from: '', to: 'Won' },
      ],
    ],
  ]);
});

test('a deletion is told once, and its undo says that it was undone', async () => {
  const id = await office.add({ owner: 'agent' });
  const { body } = await agent.call(deleteContacts, { body: { ids: [id] } });
  const deletion = {
    of: 'bulk',
    id: body.data.job?.id,
    action: 'delete',
    mode: null,
    names: [],
    alone: true,
    ...PLAIN,
  };
  const whats = async () => (await page(id, { kind: 'changes' })).data.map(({ what }) => what);
  expect((await whats()).slice(0, -1)).toEqual([{ ...deletion, undone: false }]);

  await agent.call(undoBulkJob, { params: { id: body.data.job?.id ?? 0 } });
  const after = await whats();
  expect(after).toHaveLength(3);
  expect(after).toEqual(
    expect.arrayContaining([
      { of: 'action', action: 'bulk_job.undone', fields: [], changes: [], consent: null, about: '' },
      { ...deletion, undone: true },
    ]),
  );
});

test('who acted for another is named with them', async () => {
  const id = await office.add({ owner: 'agent' });
  const { userId: actorId } = office.identityOf('manager');
  const identity = { ...office.identityOf('agent'), actorId, depth: 1 };
  await writeNote(office.deps, { identity, requestId: 'r' }, { contactId: id, body: 'For you.' });

  const [entry] = (await page(id, { kind: 'notes' })).data;

  expect([entry?.actor?.name, entry?.acting_as?.name]).toEqual(['Max Manager', 'Amy Agent']);
});

test('a note that was changed says so, and a removed one is gone with a line about it', async () => {
  const id = await office.add({ owner: 'agent' });
  const { body } = await agent.call(createNote, { params: { id }, body: { body: 'One' } });
  const params = { id, noteId: body.data.id };
  office.advance(1_000);
  await agent.call(updateNote, { params, body: { body: 'Two' } });
  expect((await page(id, { kind: 'notes' })).data.map(({ what }) => what)).toMatchObject([
    { of: 'action', action: 'note.updated' },
    { of: 'note', body: 'Two', edited: true },
  ]);

  await agent.call(deleteNote, { params });

  expect((await page(id, { kind: 'notes' })).data.map(({ what }) => what)).toMatchObject([
    { of: 'action', action: 'note.deleted' },
    { of: 'action', action: 'note.updated' },
  ]);
});

test('imports, bulk changes, owners and workflows are told, with what was taken back', async () => {
  const { accountId, userId } = office.identityOf('agent');
  const peer = office.identityOf('peer').userId;
  const id = await office.add({ owner: 'agent', created_at: '2026-01-01T00:00:00Z' });
  const one = async (text: string, values: unknown[]) =>
    (await office.owner.query<{ id: number }>(`${text} returning id`, values)).rows[0]?.id ?? 0;
  const started = (at: string, status: string) =>
    one(
      `insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, created_at, started_at)
       values ($1, $2, $3, $2, 'may.csv', 1, 'k', $4, $5, $5)`,
      [accountId, userId, peer, status, at],
    );
  const [made, updated] = [
    await started('2026-01-01T00:00:00Z', 'done'),
    await started('2026-01-02T00:00:00Z', 'undone'),
  ];
  await office.owner.query('update contacts set import_id = $2, import_row = 7 where id = $1', [id, made]);
  await office.owner.query(
    `insert into import_rows (account_id, import_id, row_number, outcome, reason, contact_id)
     values ($1, $2, 9, 'updated', 'known_phone', $3), ($1, $2, 10, 'skipped', 'known_phone', $3)`,
    [accountId, updated, id],
  );
  const job = await one(
    `insert into bulk_jobs (account_id, user_id, actor_id, change, selection, status, total, created_at)
     values ($1, $2, $2, '{"action":"group","group_id":null}', '{}', 'done', 1, '2026-01-03')`,
    [accountId, userId],
  );
  await office.owner.query(
    `insert into bulk_rows (account_id, job_id, position, contact_id, outcome) values ($1, $2, 1, $3, 'changed')`,
    [accountId, job, id],
  );
  await office.owner.query(
    `insert into contact_owner_changes (account_id, contact_id, from_owner_id, to_owner_id, actor_id, acting_as_id, reason, created_at)
     values ($1, $2, $3, $4, $3, $3, 'assigned', '2026-01-04')`,
    [accountId, id, peer, userId],
  );
  await office.owner.query(
    `insert into workflow_logs (account_id, contact_id, workflow_name, step, status, at)
     values ($1, $2, 'Welcome', 'Send mail', 'done', '2026-01-05')`,
    [accountId, id],
  );

  const { data } = await page(id);

  expect(
    data.map(({ at, kind, what, actor, acting_as }) => [at.slice(8, 10), kind, actor?.name, acting_as?.name, what]),
  ).toEqual([
    [
      '05',
      'workflows',
      undefined,
      undefined,
      { of: 'workflow', workflow: 'Welcome', step: 'Send mail', status: 'done', message: '' },
    ],
    ['04', 'changes', 'Pia Peer', undefined, { of: 'owner', from: 'Pia Peer', to: 'Amy Agent', reason: 'assigned' }],
    [
      '03',
      'changes',
      'Amy Agent',
      undefined,
      { of: 'bulk', id: job, action: 'group', mode: null, names: [], alone: true, undone: false, ...PLAIN },
    ],
    [
      '02',
      'changes',
      'Pia Peer',
      'Amy Agent',
      { of: 'import', id: updated, file_name: 'may.csv', row_number: 10, undone: true, changes: [] },
    ],
    [
      '01',
      'changes',
      'Pia Peer',
      'Amy Agent',
      { of: 'origin', import: { id: made, file_name: 'may.csv', row_number: 8 } },
    ],
  ]);
});

/** Rows of one contact at few instants, so that many share one. */
async function fill(id: number, rows: readonly (readonly [table: number, at: number])[]): Promise<void> {
  const { accountId, userId } = office.identityOf('agent');
  const tables = [
    `insert into notes (account_id, contact_id, author_id, body, created_at, updated_at) values ($1, $2, $3, 'n', $4, $4)`,
    `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, at) values ($1, $2, $3, $3, 'call', $4)`,
    `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status, at)
     values ($1, $2, $3, $3, 'out', 'a', 's', 'b', 'recorded', $4)`,
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, at)
     values ($1, $3, $3, 'file.uploaded', 'contact', $2, $4)`,
    `insert into contact_owner_changes (account_id, contact_id, from_owner_id, to_owner_id, actor_id, acting_as_id, reason, created_at)
     values ($1, $2, $3, $3, $3, $3, 'assigned', $4)`,
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, at)
     values ($1, $3, $3, 'policy.created', 'contact', $2, $4)`,
    `insert into calls (account_id, contact_id, user_id, actor_id, conversation, line, direction, from_number, to_number, status, created_at)
     values ($1, $2, $3, $3, gen_random_uuid(), 'embedded', 'outbound', '', '', 'ended', $4)`,
  ];
  for (const [table, micros] of rows) {
    const at = `2026-03-01T00:00:00.${String(micros).padStart(6, '0')}Z`;
    await office.owner.query(tables[table] ?? '', [accountId, id, userId, at]);
  }
}

test('whatever happened, the pages bring each entry once, newest first, and the kinds are its parts', async () => {
  const row = fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 3 }));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 25 }), fc.integer({ min: 1, max: 7 }), async (rows, limit) => {
      const id = await office.add({ owner: 'agent' });
      await fill(id, rows);
      const whole = (await page(id, { limit: 200 })).data;
      const keys = (entries: readonly TimelineEntry[]) => entries.map(({ key }) => key);

      expect(whole).toHaveLength(rows.length + 1);
      expect(whole.map(({ at }) => at)).toEqual(
        whole
          .map(({ at }) => at)
          .toSorted()
          .toReversed(),
      );
      expect(keys(await walk(id, limit))).toEqual(keys(whole));
      for (const kind of TIMELINE_KINDS) {
        expect(keys(await walk(id, limit, kind))).toEqual(keys(whole.filter((entry) => entry.kind === kind)));
      }
    }),
    { numRuns: 12, seed: 7 },
  );
});

test('what comes while somebody walks shifts no page', async () => {
  const id = await office.add({ owner: 'agent' });
  await fill(
    id,
    Array.from({ length: 6 }, (_, place) => [0, place] as const),
  );
  const whole = (await page(id)).data;
  const first = await page(id, { limit: 3 });
  await agent.call(createNote, { params: { id }, body: { body: 'New' } });

  const second = await page(id, { limit: 10, cursor: first.meta.next_cursor ?? '' });

  expect([...first.data, ...second.data]).toEqual(whole);
});

test('a cursor that is none is refused, and a contact of somebody else is not there', async () => {
  const id = await office.add({ owner: 'agent' });
  const theirs = await office.add({ owner: 'far' });

  expect((await agent.call(readTimeline, { params: { id }, query: { cursor: 'x' } })).status).toBe(422);
  expect((await agent.call(readTimeline, { params: { id }, query: { limit: 201 } })).status).toBe(422);
  expect((await agent.call(readTimeline, { params: { id: theirs } })).status).toBe(404);
});

test('one query reads a page of a long log, by the indexes alone', async () => {
  const { accountId, userId } = office.identityOf('agent');
  const id = await office.add({ owner: 'agent' });
  await office.owner.query(
    `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, at)
     select $1, $2, $2, 'contact.updated', 'contact', $3 + n % 50, timestamptz '2020-01-01' + n * interval '1 s'
     from generate_series(1, 20000) n`,
    [accountId, userId, id],
  );
  await office.owner.query('analyze audit_log');
  const plans: string[][] = [];
  await withAccount(office.deps.pool, { accountId }, (tx) => {
    const raw = async (text: string, values: readonly unknown[] = []) => {
      const rows = await tx.raw<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      plans.push(rows.map((row) => row['QUERY PLAN']));
      return [];
    };
    const after = { at: '2020-01-01T05:00:00.000000Z', source: 8, id: 1 };
    return findTimeline({ ...tx, raw }, { contactId: id, kind: undefined, after, limit: 51 });
  });

  const steps = plans.flat().filter((step) => / on audit_log /.test(step));
  expect([plans.length, steps.length]).toEqual([1, 2]);
  expect(steps.filter((step) => !/Index Scan( Backward)? using audit_log_contact /.test(step))).toEqual([]);
});
