import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { readProfile, updateProfile, updateWebpage, type UserFile } from '#contract/profile.contract.ts';
import { readWebpage } from '#contract/public-pages.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { openApp, type Client, type TestApp } from '../_api/app.ts';
import { largePhoto, PDF, photo } from '../files/sample-files.ts';
import { pageDesk } from '../public-pages/page-desk.ts';

let it: TestApp;
let agent: Client;
let desk: ReturnType<typeof pageDesk>;
beforeAll(async () => {
  it = await openApp();
  agent = await it.signIn('agent');
  desk = pageDesk(it);
  await desk.open();
});
afterAll(() => it.close());
beforeEach(async () => {
  await desk.sql('delete from user_files');
  await publish({ type: 'resource.changed', subject: 'webpage' });
});

const HOST = 'agent-page.localhost';
const id = () => it.world.people.agent.id;
const image = async (name = 'me.png') => new File([new Uint8Array(await photo('png'))], name);
const pdf = (name = 'flyer.pdf') => new File([new Uint8Array(PDF)], name);
const put = (kind: UserFile, file: File, by: Client = agent) =>
  kind === 'photo' || kind === 'flyer'
    ? by.call(updateWebpage, { params: { id: id() }, body: { webpage: {} }, file, fileField: kind })
    : by.call(updateProfile, { body: { profile: {} }, file, fileField: kind });
const drop = (kind: UserFile) =>
  kind === 'photo' || kind === 'flyer'
    ? agent.call(updateWebpage, { params: { id: id() }, body: { webpage: { remove: kind } } })
    : agent.call(updateProfile, { body: { profile: { remove: kind } } });
const profile = async () => (await agent.call(readProfile, {})).body.data;
const bytesAt = async (path: string) => {
  const host = path.startsWith('/_pages') ? { host: HOST } : {};
  const { rawPayload, statusCode, headers } = await it.app.inject({ url: path, headers: host });
  return { status: statusCode, type: headers['content-type'], cache: headers['cache-control'], body: rawPayload };
};
const stored = () =>
  readdirSync(join(it.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;
let published = 0;
const publish = (body: { type: string; subject?: string }) => {
  const offset = (published += 1);
  return it.deps.pubSub.publish([{ sequence: offset, stream: 's', epoch: 'e', offset, body }]);
};
/** As the relay does after the commit. */
const relay = async () => {
  const [event] = await desk.sql<{ body: { type: string } }>(
    `select body from events where body ->> 'subject' = 'webpage' order by id desc limit 1`,
  );
  expect(event).toBeDefined();
  if (event !== undefined) await publish(event.body);
  await desk.sql('delete from events');
};
const pageShows = (words: string) => vi.waitFor(async () => expect((await desk.send(HOST, '/')).body).toContain(words));
const pathOf = async (kind: 'photo' | 'logo' | 'flyer') =>
  (await agent.call(readWebpage, { params: { id: 'agent-page' } })).body.data[kind];

describe('a photo of a user', () => {
  test('is cut to a square, re-encoded, and read at an address that ends', async () => {
    const file = new File([new Uint8Array(await largePhoto(900, 600))], 'Me.JPG');

    expect((await put('personal_photo', file)).status).toBe(200);

    const { personal_photo: url } = await profile();
    const { body, type } = await bytesAt(url ?? '');
    const { width, height, format } = await sharp(body).metadata();
    expect([type, format, width, height]).toEqual(['image/webp', 'webp', 480, 480]);
    expect((await agent.call(readMe, {})).body.data.profile.personal_photo).toBe(url);
    it.advance(11 * 60_000);
    expect((await bytesAt(url ?? '')).status).toBe(404);
  });

  test.each([
    ['personal_photo', 'me.txt', 'Choose a PNG, JPEG, GIF or WebP image.'],
    ['photo', 'me.pdf', 'Choose a PNG, JPEG, GIF or WebP image.'],
    ['logo', 'me.svg', 'SVG images can contain scripts. Save it as PNG.'],
    ['flyer', 'me.csv', 'Choose a PDF or an image.'],
    ['photo', 'me.png', "The file content isn't PNG, as its name says."],
  ] as const)('%s refuses %s and keeps nothing of it', async (kind, name, message) => {
    const before = stored();
    const file = new File([name.endsWith('.pdf') ? new Uint8Array(PDF) : 'plain words'], name);

    const answer = await put(kind, file);

    expect([answer.status, answer.body]).toMatchObject([422, { errors: { [kind]: [message] } }]);
    expect(stored()).toBe(before);
  });

  test('replaces the one before, whose bytes go, and is audited by name', async () => {
    const before = stored();
    await put('logo', await image('first.png'));
    await put('logo', await image('second.png'));

    expect(stored()).toBe(before + 1);
    const [row] = await desk.sql<{ detail: object }>(
      `select detail from audit_log where action = 'profile.changed' order by id desc limit 1`,
    );
    expect(row?.detail).toMatchObject({ before: { logo: 'first.png' }, after: { logo: 'second.png' } });

    await drop('logo');
    expect([stored(), (await profile()).logo]).toEqual([before, null]);
  });

  test("of someone else can't be changed", async () => {
    const peer = await it.signIn('peer');
    expect((await put('photo', await image(), peer)).status).toBe(404);
    expect(await desk.sql('select from user_files')).toEqual([]);
  });

  test('leaves no bytes when the rest of the change is refused', async () => {
    const before = stored();
    const answer = await agent.call(updateWebpage, {
      params: { id: id() },
      body: { webpage: { domain: 'peer-page' } },
      file: await image(),
      fileField: 'photo',
    });
    expect([answer.status, stored()]).toEqual([422, before]);
  });
});

describe('the public page', () => {
  test("shows initials, the profile's photo, then its own; and forgets both when they go", async () => {
    await pageShows('<span class="face"');

    await put('personal_photo', await image());
    await relay();
    await vi.waitFor(async () => expect(await pathOf('photo')).not.toBe(''));
    const own = await pathOf('photo');
    await pageShows(`<img class="face" src="${own}"`);
    expect(await bytesAt(own)).toMatchObject({ status: 200, type: 'image/webp' });

    await put('photo', await image('page.png'));
    await relay();
    await vi.waitFor(async () => expect(await pathOf('photo')).not.toBe(own));
    // What the page doesn't show is no longer public.
    expect((await bytesAt(own)).status).toBe(404);

    await drop('photo');
    await drop('personal_photo');
    await relay();
    await pageShows('<span class="face"');
  });

  test('lets a browser load its own pictures and nothing else', async () => {
    await put('photo', await image());
    await relay();
    await pageShows('<img class="face"');
    const { headers, body } = await desk.send(HOST, '/');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("img-src 'self'");
    expect(body).toContain(`property="og:image" content="http://${HOST}/_pages/files/`);
  });

  test('has a logo instead of the mark, and a flyer', async () => {
    await put('logo', await image('logo.png'));
    await put('flyer', pdf());
    await relay();
    await pageShows('<img class="logo"');
    await pageShows('Open flyer');
    expect(await bytesAt(await pathOf('flyer'))).toMatchObject({
      status: 200,
      type: 'application/pdf',
      cache: 'public, max-age=3600, immutable',
    });
  });

  test('that is hidden shows no file of it', async () => {
    await put('photo', await image());
    await relay();
    await vi.waitFor(async () => expect(await pathOf('photo')).not.toBe(''));
    const path = await pathOf('photo');
    expect((await bytesAt(path)).status).toBe(200);
    await desk.sql('update users set webpage_active = false where id = $1', [id()]);
    expect((await bytesAt(path)).status).toBe(404);
    await desk.sql('update users set webpage_active = true where id = $1', [id()]);
  });
});
