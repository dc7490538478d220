import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWebpage } from '#contract/public-pages.contract.ts';
import { openApp, type TestApp } from '../_api/app.ts';
import { pageDesk } from './page-desk.ts';

let it: TestApp;
let far: TestApp;
let desk: ReturnType<typeof pageDesk>;
beforeAll(async () => {
  it = await openApp();
  far = await openApp({
    config: {
      appUrl: 'https://www.crm.test',
      trustedProxies: [],
      customDomains: { target: 'edge.crm.test', addresses: [], askToken: 'token', sample: false },
    },
  });
  for (const app of [it, far]) {
    const { open, sql } = pageDesk(app);
    await open();
    await sql(`update users set about_me = '<b>bold</b> & "quoted"' where username = 'peer'`);
    await sql(
      `insert into custom_domains (account_id, custom_domain, status, verified_at) values ($1, 'pages.harbor.test', 'verified', now()), ($1, 'late.harbor.test', 'suspended', now())`,
      [app.world.accountId],
    );
    await sql(
      `insert into domain_owners (custom_domain, account_id) values ('pages.harbor.test', $1), ('late.harbor.test', $1)`,
      [app.world.accountId],
    );
  }
  desk = pageDesk(it);
});
afterAll(() => Promise.all([it.close(), far.close()]));

const titleOf = (body: string) => /<h1>([^<]*)<\/h1>/.exec(body)?.[1];

describe('a host', () => {
  test.each([
    ['agent-page.localhost', 'Amy Agent'],
    ['AGENT-Page.LocalHost', 'Amy Agent'],
    ['agent-page.localhost:8080', 'Amy Agent'],
    ['agent-page.localhost.', 'Amy Agent'],
    ['peer-page.localhost', 'Pia Peer'],
    ['outsider-page.localhost', 'Ola Outsider'],
    ['pages.harbor.test', 'Harbor Insurance'],
    ['Pages.Harbor.Test.:443', 'Harbor Insurance'],
  ])('%s shows %s', async (host, name) => {
    const { status, body } = await desk.send(host, '/');
    expect([status, titleOf(body)]).toEqual([200, name]);
  });

  test.each([
    'nobody.localhost',
    'a.agent-page.localhost',
    'agent-page_.localhost',
    'agent-page%20.localhost',
    'xn--agent.localhost',
  ])('%s shows a page that names nothing', async (host) => {
    const { status, body, headers } = await desk.send(host, '/');
    expect([status, titleOf(body)]).toEqual([404, 'This page isn’t available']);
    expect(body).not.toMatch(/Bellwether|Harbor|agent-page/i);
    expect(headers['cache-control']).toBe('no-store');
  });

  test.each([
    'localhost',
    'www.localhost',
    'platform.localhost',
    'api.localhost',
    '127.0.0.1',
    '[::1]:3000',
    'web:3000',
  ])('%s is the product’s', async (host) => {
    const { body } = await desk.send(host, '/');
    expect(body).toBe("The pages aren't built yet.");
  });

  test('of an agent has nothing of the app: no pages, no calls', async () => {
    const answers = await Promise.all(
      ['/contacts', '/_app', '/sign-in', '/v1/sessions/info', '/docs', '/assets/x.js'].map((path) =>
        desk.send('agent-page.localhost', path),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404));
    expect((await desk.send('agent-page.localhost', '/v1/sessions', { method: 'POST' })).status).toBe(404);
  });

  test('is believed from a trusted proxy alone', async () => {
    const headers = { 'x-forwarded-host': 'peer-page.localhost' };
    expect(titleOf((await desk.send('agent-page.localhost', '/', { headers })).body)).toBe('Pia Peer');
    const { body } = await pageDesk(far).send('agent-page.crm.test', '/', {
      headers: { 'x-forwarded-host': 'peer-page.crm.test', 'x-forwarded-for': '10.0.0.1' },
    });
    expect(titleOf(body)).toBe('Amy Agent');
  });

  test('that points here and is no one’s shows a page that names nothing, where agencies have domains', async () => {
    const other = pageDesk(far);
    for (const host of ['late.harbor.test', 'stranger.test', 'edge.crm.test']) {
      expect([host, (await other.send(host, '/')).status]).toEqual([host, 404]);
    }
    for (const host of ['crm.test', 'www.crm.test', 'api.www.crm.test', 'web']) {
      expect([host, (await other.send(host, '/')).body]).toEqual([host, "The pages aren't built yet."]);
    }
    expect((await other.send('stranger.test', '/_domains/ask?domain=pages.harbor.test&token=token')).status).not.toBe(
      404,
    );
  });
});

describe('an agency’s domain', () => {
  test('lists its agents, whose pages are below it, and no one else', async () => {
    const { body } = await desk.send('pages.harbor.test', '/');
    expect([...body.matchAll(/<li><a href="\/([^"]+)">([^<]+)</g)].map(([, path, name]) => [path, name])).toEqual([
      ['agent-page', 'Amy Agent'],
      ['peer-page', 'Pia Peer'],
    ]);
    expect(titleOf((await desk.send('pages.harbor.test', '/Agent-Page/')).body)).toBe('Amy Agent');
    expect((await desk.send('pages.harbor.test', '/outsider-page')).status).toBe(404);
    expect((await desk.send('pages.harbor.test', '/contacts/1')).status).toBe(404);
  });

  test('takes requests for one of its agents, or for an administrator', async () => {
    const HOST = 'pages.harbor.test';
    await desk.post(HOST, await desk.filled(HOST, { agent: 'peer-page', email: 'one@example.com', phone: '' }));
    await desk.post(HOST, await desk.filled(HOST, { email: 'two@example.com', phone: '' }));
    await desk.post(HOST, await desk.filled(HOST, { agent: 'outsider-page', email: 'three@example.com', phone: '' }));
    await desk.post(
      HOST,
      await desk.filled(HOST, { path: '/agent-page', form: '', email: 'four@example.com', phone: '' }),
    );

    expect(await desk.sql('select email, owner_id from contacts order by id')).toEqual([
      { email: 'one@example.com', owner_id: it.world.people.peer.id },
      { email: 'two@example.com', owner_id: it.world.people.admin.id },
      { email: 'three@example.com', owner_id: it.world.people.admin.id },
      { email: 'four@example.com', owner_id: it.world.people.agent.id },
    ]);
  });

  test('of a business unit shows the people of that unit', async () => {
    const [unit] = await desk.sql<{ id: number }>(
      `insert into business_units (account_id, number, name) values ($1, 'B9', 'Gulf office') returning id`,
      [it.world.accountId],
    );
    await desk.sql(
      `insert into custom_domains (account_id, business_unit_id, custom_domain, status, verified_at) values ($1, $2, 'gulf.harbor.test', 'verified', now())`,
      [it.world.accountId, unit?.id],
    );
    await desk.sql(`insert into domain_owners (custom_domain, account_id) values ('gulf.harbor.test', $1)`, [
      it.world.accountId,
    ]);
    expect((await desk.send('gulf.harbor.test', '/')).status).toBe(404);
    expect((await desk.send('gulf.harbor.test', '/agent-page')).status).toBe(404);
  });
});

describe('the call for a page', () => {
  const read = async (domain: string, host?: string) =>
    (
      await it
        .visitor()
        .call(readWebpage, { params: { id: domain }, ...(host && { headers: { 'x-forwarded-host': host } }) })
    ).status;

  test('takes names and whole hosts, and on the host of a page that page alone', async () => {
    expect(await read('agent-page')).toBe(200);
    expect(await read('AGENT-PAGE.localhost')).toBe(200);
    expect(await read('pages.harbor.test')).toBe(200);
    expect(await read('agent-page', 'agent-page.localhost')).toBe(200);
    expect(await read('agent-page', 'peer-page.localhost')).toBe(404);
    expect(await read('pages.harbor.test', 'peer-page.localhost')).toBe(404);
    expect(await read('nobody')).toBe(404);
    expect(await read('late.harbor.test')).toBe(404);
    expect(await read('localhost')).toBe(404);
  });
});
