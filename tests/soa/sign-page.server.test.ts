import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SOA_TEXT_VERSION } from '#rules/soa/soa-words.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { soaDesk } from './soa-desk.ts';

let it: TestApp;
let agent: Client;
let desk: ReturnType<typeof soaDesk>;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
  desk = soaDesk(it, agent);
});
afterAll(() => it.close());
beforeEach(() => it.owner.query('truncate soa_seals, soa_events, soa_requests cascade'));

const get = (path: string) => it.app.inject({ method: 'GET', url: path });
const post = (token: string, fields: Record<string, string>) =>
  it.app.inject({
    method: 'POST',
    url: `/soa/${token}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      name: 'Rosa Okafor',
      products: 'medigap',
      signs_as: 'beneficiary',
      language: 'en',
      text_version: SOA_TEXT_VERSION,
      submission: crypto.randomUUID(),
      ...fields,
    }).toString(),
  });

describe('the page of a link', () => {
  test('is one document that runs its own script alone, stays out of caches and search engines, and sets no cookie', async () => {
    const { headers, body, statusCode } = await get(`/soa/${(await desk.sent()).token}`);

    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; script-src 'sha256-[^ ]+';/,
    );
    expect([headers['set-cookie'], headers['referrer-policy']]).toEqual([undefined, 'no-referrer']);
    expect(body).toContain('noindex');
    expect(body).not.toMatch(/Okafor|rosa@|<link|src=/);
  });

  test('is in the language of the browser, unless the agent drafted it in Spanish or the person chooses', async () => {
    const langAt = async (token: string, asked: string, query = '') => {
      const { body } = await it.app.inject({ url: `/soa/${token}${query}`, headers: { 'accept-language': asked } });
      return /<html lang="(\w+)">/.exec(body)?.[1];
    };
    const [english, spanish] = [await desk.sent(), await desk.sent({ language: 'es' })];
    expect(await langAt(english.token, 'es-MX,en;q=0.5')).toBe('es');
    expect(await langAt(english.token, 'en,es;q=0.5')).toBe('en');
    expect(await langAt(english.token, 'es', '?lang=en')).toBe('en');
    expect(await langAt(spanish.token, 'en')).toBe('es');
  });

  test('shows what people entered as text', async () => {
    const contact_id = await desk.contact('agent', '<b>"Rosa"</b>');
    const { token } = await desk.sent({ contact_id });
    const { body } = await post(token, { name: '"><script>alert(1)</script>' });

    expect(body).toContain('&lt;b&gt;&quot;Rosa&quot;&lt;/b&gt;');
    expect(body.match(/<script>/g)).toHaveLength(1);
    expect(body).not.toContain('alert(1)</script>');
  });

  test('keeps what was entered when it is refused, names the fields and moves to them', async () => {
    const { token } = await desk.sent();
    const { statusCode, body } = await post(token, {
      name: 'Rosa',
      products: 'nothing',
      signs_as: 'representative',
      relationship: 'Hija',
      language: 'es',
    });

    expect(statusCode).toBe(422);
    expect(body).toContain('<html lang="es">');
    expect(body).toContain('value="Hija"');
    expect(body).toContain('href="#products');
    expect((await desk.sql('select from soa_seals')).length).toBe(0);
  });

  test('signs once, also when the form is sent twice', async () => {
    const { id, token } = await desk.sent();
    const submission = crypto.randomUUID();
    const [first, second] = [await post(token, { submission }), await post(token, { submission })];

    expect([first.statusCode, second.statusCode]).toEqual([303, 303]);
    expect((await get(first.headers.location ?? '')).body).toContain('Signed. Thank you');
    expect((await desk.read(id)).events.filter(({ kind }) => kind === 'signed')).toHaveLength(1);
  });

  test('gives a copy to no one before it is signed, and none after the link has ended', async () => {
    const { token } = await desk.sent();
    expect((await get(`/soa/${token}/copy.pdf`)).statusCode).toBe(404);
    await post(token, {});
    const copy = await get(`/soa/${token}/copy.pdf`);
    expect([copy.statusCode, copy.headers['content-type'], copy.rawPayload.subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ]);
    await it.owner.query('update soa_requests set expires_at = $1', [it.deps.now()]);
    expect((await get(`/soa/${token}/copy.pdf`)).statusCode).toBe(404);
  });

  test('of a made-up link is a page, and a form that is too large or of another kind is refused', async () => {
    const unknown = await get(`/soa/${'a'.repeat(60)}`);
    expect([unknown.statusCode, unknown.body.includes('This link doesn')]).toEqual([404, true]);
    const spanish = await it.app.inject({ url: `/soa/${'a'.repeat(60)}`, headers: { 'accept-language': 'es-MX' } });
    expect(spanish.body).toMatch(/<html lang="es">[^]*Este enlace no funciona/);
    expect((await get(`/soa/${'a'.repeat(60)}/copy.pdf?lang=es`)).body).toContain('<html lang="es">');
    const { token } = await desk.sent();
    expect((await post(token, { drawing: 'x'.repeat(130_000) })).statusCode).toBe(400);
    const json = await it.app.inject({
      method: 'POST',
      url: `/soa/${token}`,
      headers: { 'content-type': 'application/json' },
      payload: '{}',
    });
    expect(json.statusCode).toBe(400);
    expect((await post(token, { drawing: '[[[1' })).statusCode).toBe(422);
    expect((await post(token, { drawing: '[[[900,900]]]' })).statusCode).toBe(422);
  });
});
