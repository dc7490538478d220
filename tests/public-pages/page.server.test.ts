import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { acceptWebpageLead, listWebpageLeads, readOwnWebpage } from '#contract/public-pages.contract.ts';
import { updateWebpage } from '#contract/profile.contract.ts';
import { readTimeline } from '#contract/timeline.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { pageDesk } from './page-desk.ts';

let it: TestApp;
let agent: Client;
let desk: ReturnType<typeof pageDesk>;
beforeAll(async () => {
  it = await openApp({ config: { brand: 'silverline' } });
  desk = pageDesk(it);
  await desk.open();
  agent = await it.signIn('agent');
  await desk.sql(
    `insert into corporations (account_id, name, color_1, color_2, faqs, latest_news, languages_spoken, office_hours, office_address,
       city, state, zip_code, phone, facebook, webpage_active, user_id)
     values ($1, 'Gulf Coast', '#1f4e79', '#0b5e73', $2, $3, '{English,Español}', $4, '400 Bayfront Drive', 'Tampa', 'FL', '33602',
       '+18135550110', 'https://facebook.example/gulf', true, $5)`,
    [
      it.world.accountId,
      JSON.stringify([{ question: 'Why <b>me</b>?', answer: 'Because </script><script>alert(1)</script>' }]),
      JSON.stringify([{ title: 'Moved', text: 'New office.', day: '2026-10-15', link: '' }]),
      JSON.stringify([{ day: 'wednesday', opens: '09:00', closes: '18:00' }]),
      it.world.people.agent.id,
    ],
  );
});
afterAll(() => it.close());

const HOST = 'agent-page.localhost';
const own = async () => (await agent.call(readOwnWebpage)).body.data;

describe('the page of an agent', () => {
  test('shows what the agency has, as text, and loads nothing', async () => {
    const { status, body, headers } = await desk.send(HOST, '/');

    expect([status, headers['content-type'], headers['set-cookie']]).toEqual([
      200,
      'text/html; charset=utf-8',
      undefined,
    ]);
    for (const text of [
      'Amy Agent',
      'href="tel:+18135550100"',
      'Tampa, FL 33602',
      '9:00 AM to 6:00 PM',
      'Español',
      '10/15/2026',
    ])
      expect(body).toContain(text);
    expect(body).toContain('Why &lt;b&gt;me&lt;/b&gt;?');
    expect(body).not.toContain('<script>alert');
    expect(body).not.toMatch(/<link rel="stylesheet"|<img|src=|url\(|@import/);
    expect(body.match(/<h1/g)).toHaveLength(1);
    expect(body).not.toContain(' checked');
    expect(Buffer.byteLength(body)).toBeLessThan(15_000);
    expect(body.replace(/<[^>]*>/g, '')).not.toContain('Silverline');
  });

  test('runs only its own script and style, by their hashes', async () => {
    const { body, headers } = await desk.send(HOST, '/');
    const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
    const script = /<script>(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain(`default-src 'none'; style-src ${hash(style)}; script-src ${hash(script)};`);
    expect(policy).toContain("form-action 'self'");
  });

  test('tells search engines about itself, in JSON that nothing ends', async () => {
    const { body } = await desk.send(HOST, '/');
    const text = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
    const graph = (JSON.parse(text) as { '@graph': Record<string, unknown>[] })['@graph'];
    expect(graph[0]).toMatchObject({
      '@type': 'InsuranceAgency',
      url: `http://${HOST}/`,
      telephone: '+18135550100',
      address: { addressLocality: 'Tampa', addressRegion: 'FL' },
      openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Wednesday', opens: '09:00', closes: '18:00' }],
      sameAs: ['https://facebook.example/gulf'],
    });
    expect(graph[1]).toMatchObject({ '@type': 'FAQPage' });
    expect((await desk.send(HOST, '/robots.txt')).body).toContain(`Sitemap: http://${HOST}/sitemap.xml`);
    const { body: map, headers } = await desk.send(HOST, '/sitemap.xml');
    expect([headers['content-type'], map.includes(`<loc>http://${HOST}/</loc>`)]).toEqual([
      'application/xml; charset=utf-8',
      true,
    ]);
  });

  test('is not sent again while it is the same, and has another form each second', async () => {
    const first = await desk.send(HOST, '/');
    const etag = String(first.headers['etag']);
    const again = await desk.send(HOST, '/', { headers: { 'if-none-match': etag } });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await desk.send(HOST, '/', { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
    it.advance(1_000);
    expect(desk.formIn(await desk.send(HOST, '/'))).not.toBe(desk.formIn(first));
    expect((await desk.send(HOST, '/', { method: 'HEAD' })).body).toBe('');
  });

  test('changes with its agent, and goes when they hide it', async () => {
    const save = (webpage: object) =>
      agent.call(updateWebpage, { params: { id: it.world.people.agent.id }, body: { webpage } });
    await desk.send(HOST, '/');
    await save({ title: 'Your neighbor' });
    const [event] = await desk.sql<{ body: { type: string } }>(
      `select body from events where body ->> 'subject' = 'webpage' order by id desc limit 1`,
    );
    // As the relay does after the commit.
    await it.deps.pubSub.publish([
      { sequence: 1, stream: 's', epoch: 'e', offset: 1, body: event?.body ?? { type: '' } },
    ]);
    await vi.waitFor(async () => expect((await desk.send(HOST, '/')).body).toContain('Your neighbor'));
    await save({ active: false });
    await it.deps.pubSub.publish([
      { sequence: 2, stream: 's', epoch: 'e', offset: 2, body: event?.body ?? { type: '' } },
    ]);
    await vi.waitFor(async () => expect((await desk.send(HOST, '/')).status).toBe(404));
    await save({ active: true });
    await it.deps.pubSub.publish([
      { sequence: 3, stream: 's', epoch: 'e', offset: 3, body: event?.body ?? { type: '' } },
    ]);
  });

  test('has the notice that Medicare asks for, with counts once they are known', async () => {
    expect(await own()).toMatchObject({ active: true, gaps: ['numbers', 'licenses'], needs_numbers: true });
    expect((await desk.send('peer-page.localhost', '/')).body).toContain(
      'We do not offer every plan available in your area. Please contact',
    );
    await agent.call(updateWebpage, {
      params: { id: it.world.people.agent.id },
      body: { webpage: { organizations: 7, plans: 48 } },
    });
    expect(await own()).toMatchObject({ gaps: ['licenses'], organizations: 7, plans: 48 });
  });
});

describe('an agent', () => {
  test('sees the requests of their page, and makes a contact of one that was suspected', async () => {
    await desk.post(HOST, await desk.filled(HOST, { agree_call: 'yes', website: 'x', message: 'Please call' }));
    await desk.post(HOST, await desk.filled(HOST, { first_name: 'Martha', email: 'm@example.com', phone: '' }));
    const list = async () => (await agent.call(listWebpageLeads, { query: { page: 1, limit: 10 } })).body;
    const { data, meta } = await list();

    expect([meta.total_count, data.map(({ name, proof, contact }) => [name, proof, contact !== null])]).toEqual([
      2,
      [
        ['Martha Arnold', 'unproven', true],
        ['Wendell Arnold', 'suspected', false],
      ],
    ]);
    const id = data[1]?.id ?? 0;
    const peer = await it.signIn('peer');
    expect((await peer.call(acceptWebpageLead, { params: { id } })).status).toBe(404);
    const { body } = await agent.call(acceptWebpageLead, { params: { id } });
    expect(body.data.contact).not.toBeNull();
    expect((await agent.call(acceptWebpageLead, { params: { id } })).status).toBe(409);
    expect(await desk.sql('select from contact_consents')).toEqual([]);

    const { body: timeline } = await agent.call(readTimeline, {
      params: { id: body.data.contact?.id ?? 0 },
      query: {},
    });
    expect(timeline.data.map(({ what }) => what).filter(({ of }) => of === 'lead' || of === 'origin')).toMatchObject([
      { of: 'lead', topic: 'Medicare', message: 'Please call', agreed: ['call'], proven: false, language: 'en' },
    ]);
  });

  test('is told the address of their page', async () => {
    expect((await own()).url).toBe(`http://agent-page.localhost:${new URL(it.url).port}`);
  });
});

describe('the page in Spanish', () => {
  const SPANISH = { 'accept-language': 'es-MX,es;q=0.9,en;q=0.5' };
  const langOf = ({ body }: { body: string }) => /<html lang="(\w+)">/.exec(body)?.[1];

  test('comes by the choice of the visitor, else by their browser, and says where the other one is', async () => {
    const [chosen, asked, english] = [
      await desk.send(HOST, '/?lang=es'),
      await desk.send(HOST, '/', { headers: SPANISH }),
      await desk.send(HOST, '/?lang=en', { headers: SPANISH }),
    ];
    expect([chosen, asked, english].map(langOf)).toEqual(['es', 'es', 'en']);
    expect(asked.headers).toMatchObject({ 'content-language': 'es', vary: 'accept-encoding, accept-language' });
    for (const text of [
      `<link rel="canonical" href="http://${HOST}/?lang=es">`,
      `<link rel="alternate" hreflang="en" href="http://${HOST}/">`,
      `<link rel="alternate" hreflang="es" href="http://${HOST}/?lang=es">`,
      '<a class="other" lang="en" hreflang="en" href="/?lang=en">English</a>',
      'Horario',
      '9:00 a. m. a 6:00 p. m.',
      '15 de octubre de 2026',
      '<option value="Compare Medicare plans">Comparar planes de Medicare</option>',
      'Esta es una oferta de seguros',
      'puede llamarme al número',
    ])
      expect(chosen.body).toContain(text);
    expect(english.body).toContain('may call me at the number');
    // What the agency wrote says in which language it is (WCAG 3.1.2).
    for (const text of [
      '<p lang="en">I help people who turn 65.</p>',
      '<summary lang="en">Why &lt;b&gt;me',
      '<b lang="en">Moved</b>',
      '<li lang="en">English</li><li>Español</li>',
      '<p><span lang="en">Your neighbor</span> en Tampa, FL</p>',
    ])
      expect(chosen.body).toContain(text);
    expect(english.body).not.toMatch(/<(p|summary|b|li|span) lang=/);
    const sitemap = await desk.send(HOST, '/sitemap.xml');
    expect(sitemap.body).toContain(`<loc>http://${HOST}/?lang=es</loc>`);
  });

  test('keeps the words that were agreed to, refuses and thanks in the language of its form', async () => {
    const form = desk.formIn(await desk.send(HOST, '/?lang=es'));
    it.advance(20_000);
    const refused = await desk.post(HOST, { form, path: '/', first_name: 'Ana', agree_call: 'yes' });
    expect([refused.status, langOf(refused)]).toEqual([422, 'es']);
    expect(refused.body).toContain('Escriba su apellido.');

    const lucia = { first_name: 'Lucía', phone: '407-555-0199', email: 'lucia@example.com' };
    const filled = await desk.filled(HOST, { form, ...lucia, agree_call: 'yes' });
    const { headers } = await desk.post(HOST, filled);
    expect(headers['location']).toBe('/thank-you?lang=es');
    expect((await desk.send(HOST, '/thank-you?lang=es')).body).toContain('Su solicitud ya está con Amy Agent.');
    const [lead] = await desk.sql<{
      consents: { words: string; given: boolean }[];
      language: string;
      contact_id: number;
    }>('select consents, language, contact_id from webpage_leads order by id desc limit 1');
    // The agent is told, and knows before the call.
    expect(lead?.language).toBe('es');
    expect(await desk.sql('select language from contacts where id = $1', [lead?.contact_id])).toEqual([
      { language: 'spanish' },
    ]);
    expect(await desk.sql(`select body from notifications where kind = 'lead' order by id desc limit 1`)).toEqual([
      { body: 'About “Medicare”, in Spanish' },
    ]);
    expect(lead?.consents[0]).toMatchObject({
      given: true,
      words: expect.stringContaining('Amy Agent de Harbor Insurance puede llamarme'),
    });
    const [consent] = await desk.sql<{ evidence: string }>(
      'select evidence from contact_consents order by id desc limit 1',
    );
    expect(consent?.evidence).toContain('puede llamarme');
  });
});
