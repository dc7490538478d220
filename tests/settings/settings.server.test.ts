import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHelp } from '#contract/help.contract.ts';
import {
  type Setting,
  SETTING_KEYS,
  type SettingKey,
  settings,
  type SettingValue,
} from '#contract/settings.contract.ts';
import { filesRoutes } from '../../server/features/files/files.routes.ts';
import { helpRoutes } from '../../server/features/help/help.routes.ts';
import { sessionRoutes } from '../../server/features/session/session.routes.ts';
import { settingsRoutes } from '../../server/features/settings/settings.routes.ts';
import type { Client } from '../_api/app.ts';
import { type FilesDesk, openFilesDesk } from '../files/files-desk.ts';

let it: FilesDesk;
let admin: Client;
let agent: Client;
beforeAll(async () => {
  it = await openFilesDesk({ features: [sessionRoutes, filesRoutes, helpRoutes, settingsRoutes] });
  admin = await it.signIn('admin');
  agent = await it.signIn('agent');
});
beforeEach(() => it.owner.query('delete from setting_changes'));
afterAll(() => it.close());

const list = async () => (await admin.call(settings.list, {})).body.data;
const named = async (key: SettingKey): Promise<Setting> => {
  const found = (await list()).find((setting) => setting.key === key);
  if (found === undefined) throw new Error(`no setting ${key}`);
  return found;
};
const change = async (key: SettingKey, body: object, file?: File) =>
  admin.call(settings.update, { params: { id: (await named(key)).id }, body, ...(file && { file }) });
const set = async (key: SettingKey, value: SettingValue | null) => (await change(key, { value })).body.data;
const history = async (key: SettingKey) =>
  (await admin.call(settings.history, { params: { id: (await named(key)).id } })).body.data;
const readPublic = (key: string, client = it.visitor()) => client.call(settings.public, { params: { key } });
const refusalOf = ({ status, body }: { status: number; body: unknown }) => {
  const { code, errors } = body as { code: string; errors: Record<string, string[]> };
  return [status, code, errors];
};
const pdf = (name: string) => new File(['%PDF-1.4\n%%EOF\n'], name, { type: 'application/pdf' });
const stored = () =>
  readdirSync(join(it.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length;

test('every setting is listed once, with its default until it is changed', async () => {
  const all = await list();

  expect(all.map(({ key }) => key).toSorted()).toEqual(SETTING_KEYS.toSorted());
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const setting of all) expect([setting.value, setting.version]).toEqual([setting.default_value, 0]);
  expect((await named('support_email')).value).toBe('support@bellwether.example');
});

test.each<[SettingKey, SettingValue, string]>([
  ['support_email', 'nobody', 'Support e-mail: Enter an e-mail address like ana@example.com.'],
  ['support_email', '', 'Support e-mail: Enter a value, or restore the default.'],
  ['support_phone', '12', 'Support phone: Enter a phone number like 512-555-0142.'],
  ['support_hours', 'x'.repeat(81), 'Support hours: Use at most 80 characters.'],
  ['notice_on', 'perhaps', 'Show the notice: Choose on or off.'],
  ['notice_tone', 'loud', 'Kind of notice: Choose Information or Warning.'],
  ['notice_link', 'javascript:alert(1)', 'Link of the notice: Enter an address like https://www.example.com.'],
  ['contact_file_mb', 26, 'Largest file of a contact: Enter a whole number from 1 to 25.'],
  ['contact_file_mb', '2.5', 'Largest file of a contact: Enter a whole number from 1 to 25.'],
  ['intercom_app_id', '<script>', "Intercom ID: Enter an ID like ab12cd34. Scripts aren't accepted."],
  [
    'google_analytics_id',
    'GTM-ABC1234',
    "Google Analytics ID: Enter an ID like G-ABC1234567. Scripts aren't accepted.",
  ],
])('%s refuses %s', async (key, value, message) => {
  expect(refusalOf(await change(key, { value }))).toEqual([422, 'refused', { value: [message] }]);
  expect(await history(key)).toEqual([]);
});

test.each<[SettingKey, SettingValue, SettingValue]>([
  ['support_phone', '(210) 555-0112', '+12105550112'],
  ['notice', ' Closed   on Friday ', 'Closed on Friday'],
  ['notice_on', 'true', true],
  ['contact_file_mb', ' 3 ', 3],
])('%s keeps %s as %s', async (key, written, kept) => {
  expect(await set(key, written)).toMatchObject({ value: kept, version: 1 });
});

describe('a change', () => {
  test('is in the history and the audit log, tells other pages, and can be restored', async () => {
    const { rows: earlier } = await it.owner.query('select coalesce(max(id), 0) as id from audit_log');
    await set('support_hours', 'Mon to Fri');
    await set('support_hours', 'Always');
    await set('support_hours', 'Always');
    const [second, first] = await history('support_hours');
    expect([second?.value, first?.value, first?.changed_by]).toEqual(['Always', 'Mon to Fri', expect.any(String)]);

    const { id } = await named('support_hours');
    const body = { change_id: first?.id ?? 0, version: 2 };
    const { body: restored } = await admin.call(settings.restore, { params: { id }, body });

    expect(restored.data).toMatchObject({ value: 'Mon to Fri', version: 3 });
    expect(await history('support_hours')).toHaveLength(3);
    const audit = await it.owner.query('select action, subject_id, detail from audit_log where id > $1 order by id', [
      earlier[0]?.id,
    ]);
    expect(audit.rows).toEqual([
      expect.objectContaining({ action: 'setting.updated', detail: expect.objectContaining({ before: null }) }),
      expect.objectContaining({ action: 'setting.updated', detail: expect.objectContaining({ after: 'Always' }) }),
      expect.objectContaining({ action: 'setting.restored', subject_id: id }),
    ]);
    const told = await it.owner.query(`select body from events where stream = $1 and body ->> 'subject' = 'setting'`, [
      `account:${it.world.accountId}`,
    ]);
    expect(told.rows.at(-1)?.body.reads).toContain('listCurrentSettings');
  });

  test('of a version that is no longer current is refused', async () => {
    await set('notice', 'First');

    const late = await change('notice', { value: 'Second', version: 0 });

    expect([late.status, (late.body as unknown as { code: string }).code]).toEqual([409, 'record_changed']);
    expect((await named('notice')).value).toBe('First');
    expect((await change('notice', { value: 'Second', version: 1 })).status).toBe(200);
  });

  test('of null restores the default, whatever that becomes', async () => {
    await set('support_email', 'help@gulf.example');

    expect(await set('support_email', null)).toMatchObject({ value: 'support@bellwether.example', version: 2 });
    expect((await history('support_email'))[0]).toMatchObject({ is_default: true });
  });

  test('of another setting cannot be restored', async () => {
    await set('notice', 'Hello');
    const [entry] = await history('notice');

    const { id } = await named('support_hours');
    const refused = await admin.call(settings.restore, { params: { id }, body: { change_id: entry?.id ?? 0 } });

    expect(refusalOf(refused)).toEqual([422, 'refused', { change_id: ['Change not found.'] }]);
  });
});

describe('a file', () => {
  test('is served, replaced, removed and restored from the history', async () => {
    const before = stored();
    const first = (await change('handbook', { value: 'Our rules' }, pdf('one.pdf'))).body.data;
    expect(first).toMatchObject({ value: 'Our rules', file: { name: 'one.pdf' } });
    const second = (await change('handbook', {}, pdf('two.pdf'))).body.data;
    expect(second).toMatchObject({ value: 'Our rules', file: { name: 'two.pdf' } });
    expect((await change('handbook', { remove_file: true })).body.data).toMatchObject({
      value: 'Our rules',
      file: null,
    });

    const [, , oldest] = await history('handbook');
    const body = { change_id: oldest?.id ?? 0 };
    const { body: restored } = await admin.call(settings.restore, { params: { id: first.id }, body });

    expect(restored.data.file?.name).toBe('one.pdf');
    const shown = await fetch(new URL(restored.data.file?.url ?? '', it.url));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(stored()).toBe(before + 2);
  });

  test('is refused by other settings, by type and after a later change, and leaves no bytes', async () => {
    const before = stored();

    const wrong = await change('notice', {}, pdf('one.pdf'));
    const sound = await change('handbook', {}, new File(['a'], 'a.txt', { type: 'text/plain' }));
    const late = await change('handbook', { version: 4 }, pdf('one.pdf'));

    expect(refusalOf(wrong)).toEqual([422, 'refused', { file: ['Notice takes no file.'] }]);
    expect(refusalOf(sound)).toEqual([422, 'refused', { file: ['Choose a PDF, or a PNG, JPEG or WebP image.'] }]);
    expect(late.status).toBe(409);
    expect(stored()).toBe(before);
  });
});

describe('by its key,', () => {
  test('a public setting is read without a session, from the first account', async () => {
    await set('support_hours', 'Mon to Fri');

    expect((await readPublic('support_hours')).body).toEqual({ data: { key: 'support_hours', value: 'Mon to Fri' } });
    expect((await readPublic('support_hours', agent)).body.data.value).toBe('Mon to Fri');
  });

  test.each(['notice', 'intercom_app_id', 'unknown'])('%s is not found', async (key) => {
    await set('notice', 'For us alone');
    expect([(await readPublic(key)).status, (await readPublic(key, admin)).status]).toEqual([404, 404]);
  });
});

describe('takes effect:', () => {
  test('every user gets the current ones, and no one else may list them', async () => {
    await set('notice', 'Closed on Friday');

    const { data } = (await agent.call(settings.current, {})).body;

    expect(data.find(({ key }) => key === 'notice')).toMatchObject({ value: 'Closed on Friday', version: 1 });
    expect((await agent.call(settings.list, {})).status).toBe(403);
    expect((await it.visitor().call(settings.current, {})).status).toBe(401);
  });

  test('requests for help go to the support of the account', async () => {
    await set('support_email', 'help@gulf.example');

    await agent.call(createHelp, { body: { subject: 'Phone', message: 'Silent.' } });

    const { rows } = await it.owner.query('select recipient from outbox_mails order by id desc limit 1');
    expect(rows).toEqual([{ recipient: 'help@gulf.example' }]);
  });

  test('a larger file of a contact is refused', async () => {
    await set('contact_file_mb', 1);
    const contact = await it.contact('agent');
    const upload = (bytes: number) => it.upload(agent, contact, 'long.txt', 'a'.repeat(bytes));

    expect(refusalOf(await upload(2 ** 20 + 1))).toEqual([422, 'refused', { file: ['The file is larger than 1 MB.'] }]);
    expect((await upload(2 ** 20)).status).toBe(200);
  });
});
