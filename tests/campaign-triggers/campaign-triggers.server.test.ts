import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';
import { findNamedKeys } from '../../server/features/files/spare-bytes.ts';
import { photo } from '../files/sample-files.ts';

const office = openOffice();
describeResource(office, RESOURCES.campaignTrigger);

const STOP = 'Happy birthday, {{ first_name }}! Reply STOP to opt out.';
let number = 0;
const create = (fields: object = {}, file?: File, client = office().chief) => {
  const body = { name: `Trigger ${(number += 1)}`, trigger_type: 'sms', ...fields } as never;
  return client.call(campaignTriggers.create, { body, ...(file && { file }) });
};
const add = async (fields: object = {}, file?: File) => (await create(fields, file)).body.data;
const update = (id: number, body: object, file?: File) =>
  office().chief.call(campaignTriggers.update, { params: { id }, body, ...(file && { file }) });
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
const template = async () => {
  const body = { name: `For triggers ${(number += 1)}`, subject: 'Hi', body: 'Hello' };
  return (await office().chief.call(broadcastEmails.create, { body })).body.data;
};

describe('a trigger', () => {
  test('keeps every field', async () => {
    const email = await template();
    const fields = {
      name: 'Birthday',
      description: 'Every birthday',
      tags: ['family', 'yearly'],
      trigger_type: 'email',
      category: 'Birthdays',
      trigger: 'birthday',
      enabled: true,
      compliant: true,
      global: true,
      auto_trigger: true,
      show_on_bulk: true,
      show_on_conversation: true,
      show_on_event: true,
      recurrence: 'yearly',
      all_email_ids: [email.id],
      all_sms_trigger_ids: [],
      corporation_ids: [],
    };

    expect(await add(fields)).toMatchObject({ ...fields, body: '', business_unit_id: null, file: null });
  });

  test.each([
    ['body', { body: 'Hi {{ nope }}' }, 'Line 1: unknown merge field “nope”.'],
    ['body', { body: '{% for x in y %}{% endfor %}' }, 'Line 1: there is no "for" here.'],
    ['enabled', { enabled: true }, 'Enter the text before you enable the trigger.'],
    ['enabled', { trigger_type: 'email', enabled: true }, 'Choose an e-mail template before you enable the trigger.'],
    [
      'compliant',
      { body: 'Hello', compliant: true },
      'The text needs opt-out wording first, such as “Reply STOP to opt out.”',
    ],
    ['corporation_ids', { corporation_ids: [999_999] }, 'Corporation not found.'],
    ['all_email_ids', { all_email_ids: [999_999] }, 'E-mail template not found.'],
    ['all_sms_trigger_ids', { all_sms_trigger_ids: [999_999] }, 'SMS trigger not found.'],
  ])('with a wrong %s is refused there: %j', async (field, fields, message) => {
    const { status, ...refused } = await create(fields);

    expect([status, errorsOf(refused)]).toEqual([422, { [field]: [message] }]);
  });

  test('is checked as it will be, not as it was', async () => {
    const { id } = await add({ body: STOP, compliant: true });

    const refused = await update(id, { body: 'Happy birthday!' });

    expect([refused.status, Object.keys(errorsOf(refused))]).toEqual([422, ['compliant']]);
    expect((await update(id, { body: 'Happy birthday!', compliant: false })).status).toBe(200);
  });

  test('does not follow itself, nor an e-mail trigger', async () => {
    const [own, email] = [await add(), await add({ trigger_type: 'email' })];

    expect(errorsOf(await update(own.id, { all_sms_trigger_ids: [own.id] }))).toEqual({
      all_sms_trigger_ids: ["A trigger can't follow itself."],
    });
    expect((await update(own.id, { all_sms_trigger_ids: [email.id] })).status).toBe(422);
  });

  test('holds the templates and triggers that it names', async () => {
    const [email, next] = [await template(), await add()];
    await add({ trigger_type: 'email', all_email_ids: [email.id] });
    await add({ all_sms_trigger_ids: [next.id] });

    const template_ = await office().chief.call(broadcastEmails.remove, { params: { id: email.id } });
    const trigger = await office().chief.call(campaignTriggers.remove, { params: { id: next.id } });

    expect([template_.status, trigger.status]).toEqual([409, 409]);
    expect((template_.body as unknown as { error: string }).error).toBe(
      '1 campaign trigger uses this e-mail template. Move the campaign trigger to another e-mail template first.',
    );
  });

  test('is global or of a unit once and for all', async () => {
    const { businessUnitId } = office().it.world.people.admin;
    const [all, own] = [await add(), await add({ global: false })];

    expect([all.global, own.global, own.business_unit_id]).toEqual([true, false, businessUnitId]);
    expect(Object.keys(errorsOf(await update(all.id, { global: false })))).toEqual(['global']);
    expect((await update(all.id, { global: true })).status).toBe(200);
  });
});

describe('the triggers that an agent may use', () => {
  const names = async (show_on?: 'bulk' | 'conversation' | 'event') => {
    const { body } = await office().agent.call(campaignTriggers.smsChoices, { query: show_on ? { show_on } : {} });
    return body.data.map(({ name }) => name);
  };
  const usable = { body: STOP, enabled: true, compliant: true };

  test('are enabled, compliant, and shown at the place', async () => {
    const bulk = await add({ ...usable, show_on_bulk: true });
    const chat = await add({ ...usable, show_on_conversation: true });
    const others = [
      await add({ ...usable }),
      await add({ ...usable, show_on_bulk: true, enabled: false }),
      await add({ ...usable, show_on_bulk: true, compliant: false }),
      await add({ ...usable, show_on_bulk: true, trigger_type: 'email', all_email_ids: [(await template()).id] }),
    ].map(({ name }) => name);

    const [all, onBulk, onEvent] = [await names(), await names('bulk'), await names('event')];

    expect(all).toEqual(expect.arrayContaining([bulk.name, chat.name]));
    expect(all.filter((name) => others.includes(name))).toEqual([]);
    expect(onBulk).toContain(bulk.name);
    expect(onBulk).not.toContain(chat.name);
    expect(onEvent).not.toContain(bulk.name);
  });

  test('of e-mail are a list of their own', async () => {
    const email = await add({
      trigger_type: 'email',
      all_email_ids: [(await template()).id],
      enabled: true,
      compliant: true,
      show_on_bulk: true,
    });

    const { body } = await office().agent.call(campaignTriggers.emailChoices, { query: {} });

    expect(body.data.map(({ name }) => name)).toContain(email.name);
    expect(await names()).not.toContain(email.name);
  });
});

describe('the file of a trigger', () => {
  const picture = async (name = 'card.png') => new File([new Uint8Array(await photo('png'))], name);
  const stored = () => readdirSync(join(office().it.deps.config.dataDir, 'files'), { recursive: true }).length;
  const keyOf = async (id: number) => {
    const { rows } = await office().it.owner.query<{ key: string | null }>(
      'select file_key as key from campaign_triggers where id = $1',
      [id],
    );
    return rows[0]?.key ?? null;
  };
  const exists = (key: string | null) =>
    office()
      .it.deps.storage.open(key ?? '')
      .then(
        (stream) => (stream.destroy(), true),
        () => false,
      );

  test('is checked, kept, shown by an address, and named to the cleaning', async () => {
    const { id, file } = await add({}, await picture());

    const { body } = await office().chief.call(campaignTriggers.readFile, { params: { id } });
    const sent = await office().it.app.inject({ url: body.data.url });

    expect(file).toMatchObject({ name: 'card.png', type: 'png' });
    expect([sent.statusCode, sent.headers['content-type'], sent.rawPayload.length]).toEqual([
      200,
      'image/png',
      file?.bytes,
    ]);
    const key = await keyOf(id);
    expect(await findNamedKeys(office().it.deps.pool, [key ?? ''])).toEqual(new Set([key]));
  });

  test.each([
    ['a text', new File(['Hello'], 'card.txt'), 'Campaign triggers take a PNG, JPEG or GIF image, or a PDF.'],
    ['another type', new File(['Hello'], 'card.png'), "The file content isn't PNG, as its name says."],
    ['a large one', new File([new Uint8Array(5 * 2 ** 20 + 1)], 'card.pdf'), 'The file is larger than 5 MB.'],
  ])('that is %s is refused, and leaves nothing behind', async (_, file, message) => {
    const before = stored();

    const refused = await create({}, file);

    expect([refused.status, errorsOf(refused)]).toEqual([422, { file: [message] }]);
    expect(stored()).toBe(before);
  });

  test('goes when the trigger is refused', async () => {
    const before = stored();

    const { status } = await create({ body: '{{ nope }}' }, await picture());

    expect([status, stored()]).toEqual([422, before]);
  });

  test('is replaced, and removed, with its bytes', async () => {
    const { id } = await add({}, await picture());
    const first = await keyOf(id);

    const replaced = await update(id, {}, await picture('other.png'));
    const second = await keyOf(id);
    const kept = await update(id, { category: 'Cards' });
    const removed = await update(id, { remove_file: true });

    expect([replaced.body.data.file?.name, kept.body.data.file?.name, removed.body.data.file]).toEqual([
      'other.png',
      'other.png',
      null,
    ]);
    expect([await exists(first), await exists(second)]).toEqual([false, false]);
    expect((await office().chief.call(campaignTriggers.readFile, { params: { id } })).status).toBe(404);
  });

  test('keeps its trigger from being removed, since it could not be restored', async () => {
    const { id } = await add({}, await picture());
    const remove = () => office().chief.call(campaignTriggers.remove, { params: { id } });

    const refused = await remove();
    await update(id, { remove_file: true });

    expect([refused.status, (await remove()).status]).toEqual([409, 204]);
  });
});
