import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFile, deleteFile } from '#contract/files.contract.ts';
import { SOA_LINK_HOURS, soaRequests } from '#contract/soa.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { readPdf, textOf } from '../printing/read-pdf.ts';
import { soaDesk } from './soa-desk.ts';

let it: TestApp;
let agent: Client;
let manager: Client;
let peer: Client;
let desk: ReturnType<typeof soaDesk>;
beforeAll(async () => {
  it = await openApp();
  [agent, manager, peer] = [await it.signIn('agent'), await it.signIn('manager'), await it.signIn('peer')];
  desk = soaDesk(it, agent);
});
afterAll(() => it.close());
beforeEach(() =>
  it.owner.query(
    `truncate files, notifications, soa_seals, soa_events, soa_requests, contact_decisions, contact_emails, outbox_mails cascade;
     delete from compliance_rules where title = 'Own wait'; update users set webpage_domain = null;
     update users set phone = '+18135550100'`,
  ),
);

const HOUR = 3_600_000;
const later = (hours: number) => new Date(it.deps.now().getTime() + hours * HOUR).toISOString();
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: Record<string, string[]> }).errors;
const errorOf = ({ body }: { body: unknown }) => (body as { error: string }).error;
const reject = (id: number, by = agent) =>
  by.call(soaRequests.reject, { params: { id }, body: { reason: 'Wrong person' } });
const send = (id: number, way: 'mail' | 'text' | 'copy', by = agent) =>
  by.call(soaRequests.send, { params: { id }, body: { way } });

describe('a scope of appointment', () => {
  test('is drafted, sent, opened, signed and completed, with a trail', async () => {
    const { body } = await desk.create({ appointment_at: later(5) });
    const { id } = body.data;
    expect(body.data).toMatchObject({ status: 'drafted', link: null, qr: null, seal: null, products: ['medigap'] });
    expect((await send(id, 'copy')).body.data).toMatchObject({ status: 'sent', sent_by: 'copy' });
    const { link, qr, sent_at: at, expires_at: until } = await desk.read(id);
    expect(Date.parse(until ?? '') - Date.parse(at ?? '')).toBe(SOA_LINK_HOURS * HOUR);
    expect(qr).toContain('data:image/svg+xml,%3Csvg');
    const token = link?.split('/').at(-1) ?? '';
    expect((await desk.view(token)).body.data.state).toBe('open');
    expect((await desk.read(id)).status).toBe('viewed');
    expect((await desk.submit(token)).body.data.state).toBe('signed');
    expect(await desk.read(id)).toMatchObject({
      status: 'signed',
      timing: 'in_time',
      products: ['advantage', 'part_d'],
      signer: { name: 'Rosa Okafor', drawn: false },
      link: null,
    });
    const done = (await desk.complete(id)).body.data;
    expect(done).toMatchObject({ status: 'completed', agent_signature: 'Amy Agent', rule: { hours_before: 0 } });
    expect(done.events.map(({ kind, by, browser }) => [kind, by === null, browser])).toEqual([
      ['created', false, ''],
      ['sent', false, ''],
      ['viewed', true, 'A phone'],
      ['signed', true, 'A phone'],
      ['completed', false, ''],
    ]);
    expect(done.events[3]?.address).toMatch(/127\.0\.0\.1|::1/);
  });

  test('shows a stranger the first name alone', async () => {
    const { token } = await desk.sent();
    const { body } = await desk.view(token);
    expect(body.data).toMatchObject({ first_name: 'Rosa', state: 'open' });
    expect(JSON.stringify(body)).not.toMatch(/Okafor|rosa@|5550142/);
  });

  test('that is refused names each field, and signs nothing', async () => {
    const { id, token } = await desk.sent();
    const cases = [
      ['name', { name: 'Rosa' }],
      ['products', { products: [] }],
      ['relationship', { signs_as: 'representative', beneficiary_name: 'Ada O' }],
      ['beneficiary_name', { signs_as: 'representative', relationship: 'Daughter' }],
    ] as const;
    for (const [field, more] of cases) {
      const answer = await desk.submit(token, more);
      expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]]);
    }
    expect((await desk.read(id)).status).toBe('sent');
    expect((await desk.submit(token, { text_version: '2020-01-01' })).status).toBe(409);
  });

  test('is signed once: a repeated submission is one, and another one is refused', async () => {
    const { id, token } = await desk.sent();
    const submission = crypto.randomUUID();
    const both = await Promise.all([desk.submit(token, { submission }), desk.submit(token, { submission })]);
    expect(both.map(({ status, body }) => [status, body.data.state])).toEqual([
      [200, 'signed'],
      [200, 'signed'],
    ]);
    expect((await desk.submit(token, { name: 'Eve Other' })).status).toBe(409);
    expect((await desk.read(id)).signer?.name).toBe('Rosa Okafor');
    expect(await desk.sql('select 1 from soa_seals')).toHaveLength(1);
  });

  test('expires, and its link opens again when it is sent again', async () => {
    const { id, token } = await desk.sent();
    await desk.view(token);
    await it.owner.query('update soa_requests set expires_at = $1', [it.deps.now()]);
    expect((await desk.view(token)).body.data.state).toBe('closed');
    expect((await desk.submit(token)).status).toBe(409);
    const listed = await agent.call(soaRequests.list, { query: { status: 'expired' } });
    expect(listed.body.data.map((one) => [one.id, one.status])).toEqual([[id, 'expired']]);
    expect((await send(id, 'copy')).body.data.status).toBe('sent');
    await desk.view(token);
    expect((await desk.read(id)).status).toBe('viewed');
    expect((await desk.submit(token)).status).toBe(200);
  });

  test('is canceled, and its link closes', async () => {
    const { id, token } = await desk.sent();
    expect((await reject(id)).body.data).toMatchObject({ status: 'rejected', reason: 'Wrong person' });
    expect((await desk.view(token)).body.data.state).toBe('closed');
    expect([(await reject(id)).status, (await send(id, 'copy')).status, (await desk.submit(token)).status]).toEqual([
      409, 409, 409,
    ]);
  });

  test('is replaced: at once where nothing is signed, else once the new one is', async () => {
    const contact_id = await desk.contact();
    const open = await desk.sent({ contact_id });
    const second = await desk.sent({ contact_id, supersedes_id: open.id });
    expect(await desk.read(open.id)).toMatchObject({ status: 'superseded', superseded_by_id: second.id });
    await desk.submit(second.token);
    const third = await desk.sent({ contact_id, supersedes_id: second.id });
    expect((await desk.read(second.id)).status).toBe('signed');
    await desk.submit(third.token);
    expect((await desk.read(second.id)).status).toBe('superseded');
    const again = await desk.create({ contact_id, supersedes_id: open.id });
    expect([again.status, Object.keys(errorsOf(again))]).toEqual([422, ['supersedes_id']]);
  });
});

describe('a link', () => {
  test('is of one agent’s page, and of no draft', async () => {
    await it.owner.query(`update users set webpage_domain = 'amy' where id = $1`, [it.world.people.agent.id]);
    const { token } = await desk.sent();
    expect((await desk.view(token, { domain_name: 'Amy' })).status).toBe(200);
    expect((await desk.view(token, { domain_name: 'bob' })).status).toBe(404);
    expect((await desk.submit(token, {}, { domain_name: 'bob' })).status).toBe(404);
    await it.owner.query(`update soa_requests set status = 'drafted'`);
    expect((await desk.view(token)).status).toBe(404);
  });

  test('that is changed or made up answers like one that is unknown', async () => {
    const { token } = await desk.sent();
    const changed = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const wrong of [changed, 'a'.repeat(60)]) expect((await desk.view(wrong)).status).toBe(404);
  });

  test('records at most 20 openings', async () => {
    const { id, token } = await desk.sent();
    for (let opened = 0; opened < 22; opened += 1) await desk.view(token);
    expect((await desk.read(id)).events.filter(({ kind }) => kind === 'viewed')).toHaveLength(20);
  });

  test('goes by e-mail in the language of the person, and the agent hears of the signature', async () => {
    const { body } = await desk.create({ language: 'es' });
    const after = await send(body.data.id, 'mail');
    expect([after.status, after.body.data?.sent_by]).toEqual([200, 'mail']);
    const [mail] = await desk.sql<{ recipient: string; subject: string; text_body: string }>(
      'select * from outbox_mails',
    );
    expect(mail).toMatchObject({ recipient: 'rosa@example.com', subject: expect.stringMatching(/^Firme antes/) });
    const token = /\/soa\/([\w-]+)/.exec(mail?.text_body ?? '')?.[1] ?? '';
    await desk.submit(token, { language: 'es' });
    const subjects = await desk.sql<{ subject: string }>('select subject from outbox_mails order by id');
    expect(subjects.at(-1)?.subject).toBe('Rosa Okafor signed the scope of appointment');
    expect(await desk.sql(`select user_id, title, body, href from notifications where kind = 'soa'`)).toEqual([
      {
        user_id: it.world.people.agent.id,
        title: 'Rosa Okafor signed the scope of appointment',
        body: 'They signed in Spanish. Add your part before you meet.',
        href: `/soa-requests?soa=${body.data.id}`,
      },
    ]);
  });

  test('does not go to a person who has opted out, and stays a draft', async () => {
    const contact_id = await desk.contact();
    await it.owner.query(
      `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, user_id, actor_id)
       values ($1, $2, 'mail', 'withdrawn', 'marketing', 'Said so', 'verbal', now() - interval '1 day', $3, $3)`,
      [it.world.accountId, contact_id, it.world.people.agent.id],
    );
    const { body } = await desk.create({ contact_id });
    const refused = await send(body.data.id, 'mail');
    expect([refused.status, errorOf(refused)]).toEqual([422, expect.stringContaining('opted out')]);
    expect((await desk.read(body.data.id)).status).toBe('drafted');
    await it.owner.query('delete from contact_consents');
  });
});

describe('the rule', () => {
  test('asks for an exception where the wait is too short, and refuses a signature after the meeting', async () => {
    await it.owner.query(
      `insert into compliance_rules (account_id, rule, jurisdiction, purpose, starts_on, value, title, source)
       values ($1, 'scope_of_appointment', 'US', 'marketing', '2020-01-01', '{"hours_before": 48}', 'Own wait', 'House')`,
      [it.world.accountId],
    );
    const { id, token } = await desk.sent({ appointment_at: later(4) });
    await desk.submit(token);
    expect((await desk.read(id)).timing).toBe('short');
    const short = await desk.complete(id);
    expect([short.status, errorsOf(short)['exception']?.[0]]).toEqual([422, expect.stringContaining('Own wait')]);
    const after = await desk.complete(id, { appointment_at: later(-1), exception: 'walk_in' });
    expect([after.status, Object.keys(errorsOf(after))]).toEqual([422, ['appointment_at']]);
    expect((await desk.complete(id, { exception: 'walk_in' })).body.data).toMatchObject({
      status: 'completed',
      exception: 'walk_in',
      rule: { title: 'Own wait', hours_before: 48 },
    });
  });

  test('needs the time of the meeting', async () => {
    const { id, token } = await desk.sent();
    await desk.submit(token);
    expect(Object.keys(errorsOf(await desk.complete(id)))).toEqual(['appointment_at']);
    expect((await desk.complete(id, { appointment_at: later(2) })).status).toBe(200);
  });
});

describe('on paper or in a call', () => {
  const record = (id: number, more: object = {}) =>
    agent.call(soaRequests.record, {
      params: { id },
      body: { name: 'Rosa Okafor', products: ['part_d'], signed_at: later(-1), note: 'In the cabinet', ...more },
    });

  test('is recorded with the place of its proof, and sealed', async () => {
    const { body } = await desk.create({ method: 'paper' });
    const { id } = body.data;
    expect((await send(id, 'copy')).status).toBe(409);
    expect(Object.keys(errorsOf(await record(id, { note: '' })))).toEqual(['file']);
    expect(Object.keys(errorsOf(await record(id, { signed_at: later(1) })))).toEqual(['signed_at']);
    expect(Object.keys(errorsOf(await record(id, { file_id: 999_999 })))).toEqual(['file_id']);
    expect((await record(id)).body.data).toMatchObject({ status: 'signed', note: 'In the cabinet', seal: { seq: 1 } });
    expect((await record(id)).status).toBe(409);
  });

  const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  const recordWith = (id: number, name: string, content: string, more: object = {}) =>
    agent.call(soaRequests.record, {
      params: { id },
      body: { name: 'Rosa Okafor', products: ['part_d'], signed_at: later(-1), ...more },
      file: new File([content], name),
    });
  const filesOf = () => desk.sql<{ id: number; contact_id: number; file_key: string }>('select * from files');

  test('keeps its scan with the seal: hashed, checked, and not to be deleted', async () => {
    const { body } = await desk.create({ method: 'paper' });
    const { id, contact } = body.data;
    const { data } = (await recordWith(id, 'form.pdf', PDF)).body;
    const sha256 = createHash('sha256').update(PDF).digest('hex');
    expect(data).toMatchObject({ status: 'signed', form: { name: 'form.pdf', sha256 } });
    const [file] = await filesOf();
    expect(file).toMatchObject({ id: data.file_id, contact_id: contact.id });
    const [row] = await desk.sql<{ evidence: string }>('select evidence from soa_seals');
    expect(JSON.parse(row?.evidence ?? '')).toMatchObject({ form: { sha256 } });
    const refused = await agent.call(deleteFile, { params: { id: contact.id, fileId: file?.id ?? 0 } });
    expect([refused.status, errorOf(refused)]).toEqual([
      409,
      'Kept for 10 years: it belongs to a scope of appointment.',
    ]);
    expect((await desk.complete(id, { appointment_at: later(1) })).status).toBe(200);
    expect(await desk.verify(id)).toMatchObject({ intact: true, faults: [] });

    await it.deps.storage.remove(file?.file_key ?? '');
    expect(await desk.verify(id)).toMatchObject({ intact: false, faults: ['form.pdf: the file is missing.'] });
    await it.deps.storage.save(file?.file_key ?? '', Readable.from([`${PDF} `]));
    expect((await desk.verify(id)).faults).toEqual(['form.pdf: the file was changed.']);
    const swapped = createHash('sha256').update(`${PDF} `).digest('hex');
    await desk.sql('update soa_requests set form = jsonb_set(form, array[$2], to_jsonb($3::text)) where id = $1', [
      id,
      'sha256',
      swapped,
    ]);
    expect((await desk.verify(id)).faults).toEqual(['form.pdf: the file was changed.']);
    await desk.sql('update soa_requests set form = null, file_id = null where id = $1', [id]);
    expect((await desk.verify(id)).faults).toEqual(['form.pdf: the file is missing.']);
  });

  test('reads the bytes of a file that the contact has while no transaction is open', async () => {
    const contact_id = await desk.contact();
    const uploaded = await agent.call(createFile, {
      params: { id: contact_id },
      body: {},
      file: new File([PDF], 'form.pdf'),
    });
    const file_id = uploaded.body.data.id;
    const { id } = (await desk.create({ method: 'paper', contact_id })).body.data;
    const { storage, pool } = it.deps;
    const busy: number[] = [];
    const open = storage.open.bind(storage);
    const opened = vi.spyOn(storage, 'open').mockImplementation((key) => {
      busy.push(pool.totalCount - pool.idleCount);
      return open(key);
    });
    const recorded = await record(id, { file_id, note: '' });
    const checked = await desk.verify(id);
    opened.mockRestore();
    expect(recorded.body.data).toMatchObject({ status: 'signed', file_id, form: { name: 'form.pdf' } });
    expect([checked.intact, busy]).toEqual([true, [0, 0]]);
  });

  test('leaves nothing of a file that is refused, and none of a record that is', async () => {
    const { body } = await desk.create({ method: 'paper' });
    const { id } = body.data;
    const sound = await recordWith(id, 'form.txt', 'a note');
    expect([sound.status, errorsOf(sound)['file']]).toEqual([422, ['Choose a PDF or a picture of the form.']]);
    expect((await recordWith(id, 'form.pdf', 'not a PDF')).status).toBe(422);
    expect((await recordWith(id, 'form.pdf', PDF, { signed_at: later(1) })).status).toBe(422);
    expect([await filesOf(), (await desk.read(id)).status]).toEqual([[], 'drafted']);
    const names: string[] = [];
    for await (const page of it.deps.storage.list('', new Date(later(1)))) names.push(...page);
    expect(names).toEqual([]);
  });
});

describe('what others see', () => {
  test('is what they see of the contact', async () => {
    const { id } = await desk.sent();
    expect((await manager.call(soaRequests.read, { params: { id } })).status).toBe(200);
    expect((await peer.call(soaRequests.read, { params: { id } })).status).toBe(404);
    expect((await reject(id, peer)).status).toBe(404);
    expect((await peer.call(soaRequests.document, { params: { id } })).status).toBe(404);
    expect((await desk.create({ contact_id: await desk.contact('peer') })).status).toBe(422);
  });

  test('is a list by status, contact and name, in any order', async () => {
    const contact_id = await desk.contact('agent', 'Zoe');
    const [a, b] = [await desk.sent({ contact_id }), await desk.create({})];
    const list = async (query: object) => (await agent.call(soaRequests.list, { query })).body.data.map(({ id }) => id);
    expect(await list({})).toEqual([b.body.data.id, a.id]);
    expect(await list({ contact_id })).toEqual([a.id]);
    expect(await list({ q: 'zoe' })).toEqual([a.id]);
    expect(await list({ status: 'drafted' })).toEqual([b.body.data.id]);
    expect(await list({ order_field: 'contact', order: 'desc' })).toEqual([a.id, b.body.data.id]);
  });

  test('is in the timeline of the contact', async () => {
    const contact_id = await desk.contact();
    const { token } = await desk.sent({ contact_id });
    await desk.submit(token);
    const { body } = await agent.call(readTimeline, { params: { id: contact_id }, query: { kind: 'meetings' } });
    expect(body.data.map(({ what, actor }) => [what, actor === null])).toEqual([
      [expect.objectContaining({ of: 'soa', action: 'signed', language: 'en' }), true],
      [expect.objectContaining({ of: 'soa', action: 'sent' }), false],
      [expect.objectContaining({ of: 'soa', action: 'created' }), false],
    ]);
  });
});

describe('the seal', () => {
  const sha = (...parts: (string | Buffer)[]) =>
    parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

  test('is checked by hand, from the document that anyone has', async () => {
    const first = await desk.sent({ appointment_at: later(3) });
    await desk.submit(first.token, {
      drawing: [
        [
          [1, 1],
          [40, 60],
        ],
        [[80, 20]],
      ],
    });
    await desk.complete(first.id);
    const document = await agent.send('GET', `/v1/soa_requests/${first.id}/document.pdf`);
    expect(document.headers['content-type']).toBe('application/pdf');
    const rows = await desk.sql<
      Record<'evidence' | 'kind', string> & Record<'pdf' | 'previous' | 'hash', Buffer> & { at: Date; seq: number }
    >('select * from soa_seals order by seq');
    let previous = Buffer.alloc(32);
    for (const row of rows) {
      const line = [row.seq, row.kind, row.at.toISOString(), sha(row.evidence), sha(row.pdf)].join(' ');
      expect([row.previous.toString('hex'), row.hash.toString('hex')]).toEqual([
        previous.toString('hex'),
        sha(previous, line),
      ]);
      previous = row.hash as never;
    }
    const shown = await desk.verify(first.id);
    expect(shown).toMatchObject({ intact: true, faults: [] });
    expect(shown.seals.map(({ kind, document_hash: hash }) => [kind, hash])).toEqual(
      rows.map((row) => [row.kind, sha(row.pdf)]),
    );
  });

  const SAID = {
    es: [
      'Medicare Advantage (Parte C)',
      'Al firmar',
      'Firma por',
      'Abierto por la persona',
      'Versión 2026-10-01, español',
    ],
    en: [
      'Medicare Advantage (Part C)',
      'By signing',
      'Signs for',
      'Viewed by the person',
      'Version 2026-10-01, English',
    ],
  };
  test.each(['es', 'en'] as const)('covers a document that says who, what, when and how, in %s', async (language) => {
    const { id, token } = await desk.sent({ appointment_at: later(3) });
    await desk.view(token);
    await desk.submit(token, {
      language,
      signs_as: 'representative',
      relationship: 'Hija',
      beneficiary_name: 'Ada Okafor',
    });
    const [row] = await desk.sql<{ pdf: Buffer }>('select pdf from soa_seals where soa_request_id = $1', [id]);
    const text = (await readPdf(row?.pdf ?? Buffer.alloc(0))).map(textOf).join('\n').replaceAll('\n', ' ');
    for (const part of ['Rosa Okafor', 'Hija', 'Ada Okafor', 'A phone', '91 FR 17384', ...SAID[language]])
      expect(text).toContain(part);
  });

  test.each([
    ['the document', `update soa_seals set pdf = pdf || '\\x00'::bytea where seq = 2`, 2],
    ['what was agreed to', `update soa_seals set evidence = replace(evidence, 'Rosa', 'Eve') where seq = 2`, 2],
    ['the time', `update soa_seals set at = at + interval '1 second' where seq = 2`, 2],
    ['the seal before', `update soa_seals set hash = sha256('x') where seq = 1`, 2],
    ['the seal after', `update soa_seals set previous = sha256('x') where seq = 3`, 2],
    ['a whole forged seal', `update soa_seals set signature = sha256('x') where seq = 2`, 2],
  ])('tells when %s is changed', async (_, change, seq) => {
    const all = [await desk.sent(), await desk.sent(), await desk.sent()];
    for (const { token } of all) await desk.submit(token);
    const id = all[seq - 1]?.id ?? 0;
    expect((await desk.verify(id)).intact).toBe(true);
    await it.owner.query(change);
    const { intact, faults } = await desk.verify(id);
    expect([intact, faults.length > 0]).toEqual([false, true]);
  });

  test('of many at a time is one chain', async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => desk.sent()));
    await Promise.all(all.map(({ token }) => desk.submit(token)));
    const rows = await desk.sql<{ seq: number }>('select seq from soa_seals order by seq');
    expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6]);
    for (const { id } of all) expect((await desk.verify(id)).intact).toBe(true);
  });

  test('can be neither changed nor removed by the app', async () => {
    await desk.submit((await desk.sent()).token);
    const client = await it.deps.pool.connect();
    try {
      for (const text of [
        'delete from soa_seals',
        'update soa_seals set seq = 9',
        'delete from soa_requests',
        'update soa_events set kind = kind',
      ])
        await expect(client.query(`set role bellwether_app; ${text}`)).rejects.toThrow('permission denied');
    } finally {
      client.release();
    }
  });
});
