import { withAccount } from '../../server/db/tx.ts';
import { openFor } from '../../server/features/erasures/subject-keys.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listExports, readExport } from '#contract/exports.contract.ts';
import { noticesOf } from '../notifications/notices.ts';
import { type ExportDesk, hashOf, openExportDesk } from './export-desk.ts';

let it: ExportDesk;
beforeAll(async () => {
  it = await openExportDesk();
});
afterAll(() => it.close());
beforeEach(() => it.sql('truncate contacts, exports, audit_log, events cascade'));

const proveUntil = (until: Date | null) => it.sql('update sessions set sudo_until = $1', [until]);

describe('a file', () => {
  test('has the contacts of its scope in its order, below the headers, and a manifest that fits it', async () => {
    await it.add({ owner: 'agent', first_name: 'Ana', last_name: 'Ruiz', phone: '+15125550101', state: 'TX' });
    await it.add({ owner: 'agent', first_name: 'Bo', last_name: 'Lee', phone: '+15125550102', state: 'TX' });
    await it.add({ owner: 'agent', first_name: 'Cy', last_name: 'Orr', state: 'NY' });
    await it.add({ owner: 'peer', first_name: 'Di', last_name: 'Poe', state: 'TX' });

    const { status, bytes, id } = await it.take(it.agent, {
      selection: { contacts_scope: { search: [{ field: 'state', value: 'TX' }] } },
      columns: ['first_name', 'last_name', 'phone', 'owner'],
      confirmed: 2,
    });

    // It ended while its user waited.
    expect((await noticesOf(it.owner, 'export')).at(-1)).toEqual([
      it.world.people.agent.id,
      'Export done: 2 contacts',
      '/exports',
      false,
    ]);
    const owner = 'Amy Agent';
    expect([status, bytes.toString()]).toEqual([
      200,
      `\uFEFFFirst name,Last name,Phone,Owner\nBo,Lee,+15125550102,${owner}\nAna,Ruiz,+15125550101,${owner}\n`,
    ]);
    expect(await it.manifest(it.agent, id)).toEqual({
      id,
      format: 'csv',
      status: 'complete',
      sentence: 'Mine, state TX',
      columns: ['first_name', 'last_name', 'phone', 'owner'],
      why: '',
      confirmed: 2,
      rows: 2,
      bytes: bytes.length,
      sha256: hashOf(bytes),
      failure: null,
      user: { id: it.world.people.agent.id, name: owner },
      actor: null,
      created_at: expect.any(String) as string,
      finished_at: expect.any(String) as string,
    });
  });

  test("uses the caller's days, in its scope and in its dates", async () => {
    await it.sql(`update users set timezone = 'hst' where username = 'agent'`);
    const late = '2026-11-21T09:59:59Z';
    const moments = { created_at: late, last_touch_at: late, last_call_at: late };
    await it.add({ owner: 'agent', first_name: 'Ana', ...moments });
    await it.add({ owner: 'agent', first_name: 'Bo', ...moments, last_call_at: '2026-11-21T10:00:00Z' });

    const { status, bytes } = await it.take(it.agent, {
      selection: { contacts_scope: { search: [{ field: 'last_call_at', value: '2026-11-20' }] } },
      columns: ['first_name', 'created_at', 'last_touch_at', 'last_call_at'],
      confirmed: 1,
    });
    await it.sql(`update users set timezone = 'est' where username = 'agent'`);

    const [, row] = bytes.toString().split('\n');
    expect([status, row]).toEqual([200, 'Ana,2026-11-20,2026-11-20,2026-11-20']);
  });

  test('runs no formula, and leaves numbers of phones as they are', async () => {
    const names = ['=1+1', '+2', '-3', '@x', "'q", '\ttab', '＝9', '＋8', '－7', '＠6', 'a=b', 'Zoë', '😀'];
    for (const [at, first_name] of names.entries()) {
      await it.add({ owner: 'agent', first_name, last_name: String(at).padStart(2, '0'), phone: '+15125550101' });
    }
    await it.add({ owner: 'agent', first_name: 'x', last_name: '99', phone: '=cmd|a' });

    const { bytes } = await it.take(it.agent, { columns: ['first_name', 'phone'], confirmed: names.length + 1 });

    const lines = bytes.toString().trimEnd().split('\n').slice(1);
    expect(lines).toEqual([...names.map((name, at) => `${at < 10 ? `'${name}` : name},+15125550101`), "x,'=cmd|a"]);
  });

  test('excludes individually chosen contacts that have been deleted or merged', async () => {
    const ids = [];
    for (const first_name of ['A', 'B', 'C', 'D', 'E']) ids.push(await it.add({ owner: 'agent', first_name }));
    const [kept = 0, deleted = 0, merged = 0] = ids;
    await it.sql('update contacts set deleted_at = now() where id = any($1)', [[deleted, merged]]);
    await it.sql('update contacts set merged_into_id = $1 where id = $2', [kept, merged]);

    const all = await it.take(it.agent, { selection: { ids }, columns: ['first_name'], confirmed: 5 });
    const rest = await it.take(it.agent, { selection: { ids }, columns: ['first_name'], confirmed: 3 });

    expect([all.status, JSON.parse(all.bytes.toString()).error, rest.bytes.toString()]).toEqual([
      409,
      'You can access 3 of the 5 contacts. Select them again.',
      '\uFEFFFirst name\nA\nD\nE\n',
    ]);
  });

  test('has those that were chosen one by one in their order, and none that is not seen', async () => {
    const [a, b] = [
      await it.add({ owner: 'agent', first_name: 'A' }),
      await it.add({ owner: 'agent', first_name: 'B' }),
    ];
    const foreign = await it.add({ owner: 'peer', first_name: 'C' });

    const both = await it.take(it.agent, { selection: { ids: [b, a] }, columns: ['first_name'], confirmed: 2 });
    const three = await it.take(it.agent, { selection: { ids: [b, foreign] }, columns: ['first_name'], confirmed: 2 });

    expect([both.bytes.toString(), three.status, JSON.parse(three.bytes.toString()).error]).toEqual([
      '\uFEFFFirst name\nB\nA\n',
      409,
      'You can access 1 of the 2 contacts. Select them again.',
    ]);
  });

  test('has the last ones of a scope, without those taken out', async () => {
    const ids: number[] = [];
    for (const last_name of ['A', 'B', 'C', 'D']) ids.push(await it.add({ owner: 'agent', last_name }));

    const { bytes } = await it.take(it.agent, {
      selection: { contacts_scope: {}, select_n: 3, from_end: true, without_ids: [ids[2] ?? 0] },
      columns: ['last_name'],
      confirmed: 2,
    });

    expect(bytes.toString()).toBe('\uFEFFLast name\nD\nB\n');
  });

  test('is refused, and that is kept, when the contacts are not as many as were shown', async () => {
    await it.add({ owner: 'agent' });

    const { status, bytes } = await it.take(it.agent, { confirmed: 2 });
    const { body } = await it.agent.call(listExports);

    const why = 'The list now has 1 contacts, not 2. Check the count again.';
    expect([status, JSON.parse(bytes.toString()).error]).toEqual([409, why]);
    expect(body.data.map((one) => [one.status, one.failure, one.confirmed, one.rows])).toEqual([
      ['refused', why, 2, null],
    ]);
  });
});

describe('a proof of identity and a reason', () => {
  test('are due above 1,000 contacts, and 1,000 go without', async () => {
    await it.many('agent', 1_000);
    const free = await it.take(it.agent, { confirmed: 1_000 });
    await it.many('agent', 1);
    const silent = await it.take(it.agent, { confirmed: 1_001 });
    await proveUntil(null);
    const unproven = await it.take(it.agent, { confirmed: 1_001, why: 'A new system' });
    await proveUntil(new Date(Date.now() + 60_000));
    const proven = await it.take(it.agent, { confirmed: 1_001, why: 'A new system' });

    expect([free.status, silent.status, unproven.status, proven.status]).toEqual([200, 422, 403, 200]);
    expect(JSON.parse(unproven.bytes.toString()).code).toBe('sudo_required');
  });

  test('a reason is due for birth dates, which the audit log names', async () => {
    await it.add({ owner: 'agent', first_name: 'Ana', dob: '1950-02-03' });
    const ordered = { columns: ['first_name', 'dob'] as const, confirmed: 1 };

    const silent = await it.take(it.agent, ordered);
    const { bytes } = await it.take(it.agent, { ...ordered, why: 'Cards for 75th birthdays' });

    expect([silent.status, bytes.toString()]).toEqual([422, '\uFEFFFirst name,Birth date\nAna,1950-02-03\n']);
    expect(
      await it.sql(
        `select action, detail -> 'birth_dates' as dates, detail ? 'words' as words from audit_log order by id`,
      ),
    ).toEqual([
      { action: 'contacts.exported', dates: true, words: true },
      { action: 'export.completed', dates: null, words: false },
    ]);
    const [row] = await it.sql<{ subject_id: number; words: string }>(
      `select subject_id, detail ->> 'words' as words from audit_log where action = 'contacts.exported'`,
    );
    const subject = { type: 'export', id: row?.subject_id ?? 0 };
    const words = await withAccount(it.deps.pool, { accountId: it.world.accountId }, (tx) =>
      openFor(tx, it.deps.seal, subject, Buffer.from(row?.words ?? '', 'base64')),
    );
    expect(JSON.parse(words ?? '')).toMatchObject({ why: 'Cards for 75th birthdays' });
  });

  test("users logged in as someone else can't export more than 1,000", async () => {
    await it.many('agent', 1_001);
    const acting = { ...it.identityOf('agent'), depth: 1, actorId: it.world.people.manager.id };

    await expect(it.begin(acting, { confirmed: 1_001, why: 'For them' })).rejects.toMatchObject({
      code: 'access_denied',
    });
  });
});

describe('the manifests', () => {
  test('are visible to their user, their managers, and admins; not to others', async () => {
    await it.add({ owner: 'agent' });
    const { id } = await it.take(it.agent, { confirmed: 1 });

    const seen = await Promise.all(
      (['agent', 'manager', 'admin', 'peer'] as const).map(async (username) => {
        const by = await it.signIn(username);
        const one = await by.call(readExport, { params: { id } });
        return [username, one.status, (await by.call(listExports)).body.data.length];
      }),
    );

    expect(seen).toEqual([
      ['agent', 200, 1],
      ['manager', 200, 1],
      ['admin', 200, 1],
      ['peer', 404, 0],
    ]);
  });

  test('name the signed-in user when logged in as someone else', async () => {
    await it.add({ owner: 'agent' });
    const { manager } = it.world.people;
    const { id, stream } = await it.begin(
      { ...it.identityOf('agent'), depth: 1, actorId: manager.id },
      { confirmed: 1 },
    );
    stream.resume();
    await new Promise((resolve) => stream.once('close', resolve));

    const { user, actor } = await it.manifest(it.agent, id);
    expect([user.name, actor?.id]).toEqual(['Amy Agent', manager.id]);
  });

  test('notify all managers', async () => {
    await it.add({ owner: 'agent' });
    await it.take(it.agent, { confirmed: 1 });

    const { agent, manager, admin } = it.world.people;
    const heard = await it.sql<{ stream: string }>(
      `select distinct stream from events where body ->> 'type' = 'exports.changed'`,
    );
    expect(heard.map(({ stream }) => stream)).toEqual(
      expect.arrayContaining([agent, manager, admin].map(({ id }) => `user:${id}`)),
    );
  });

  test('end as failed when no process can finish them', async () => {
    const { accountId, businessUnitId, userId } = it.identityOf('agent');
    await it.sql(
      `insert into exports (account_id, business_unit_id, user_id, actor_id, format, selection, columns, confirmed, created_at)
       values ($1, $2, $3, $3, 'csv', '{}', '{}', 1, now() - interval '2 minutes')`,
      [accountId, businessUnitId, userId],
    );

    const { body } = await it.agent.call(listExports);

    expect(body.data.map(({ status, failure }) => [status, failure])).toEqual([
      ['failed', 'The server stopped before the file was complete.'],
    ]);
  });
});
