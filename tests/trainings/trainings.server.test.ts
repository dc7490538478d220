import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { corporations } from '#contract/corporations.contract.ts';
import { TRAINING_KEPT_DAYS, trainings } from '#contract/trainings.contract.ts';
import { removeExpired } from '../../server/retention/remove-expired.ts';
import { photo } from '../files/sample-files.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';

const office = openOffice();
describeResource(office, RESOURCES.training);

const DAY_MS = 86_400_000;
let number = 0;
const create = (fields: object = {}, file?: File) => {
  const body = { section: 'Start', title: `Training ${(number += 1)}`, ...fields } as never;
  return office().chief.call(trainings.create, { body, ...(file && { file }) });
};
const add = async (fields: object = {}, file?: File) => (await create(fields, file)).body.data;
const image = async (name = 'map.png') => new File([new Uint8Array(await photo('png'))], name, { type: 'image/png' });
const pdf = (name = 'guide.pdf') => new File(['%PDF-1.4\n%%EOF\n'], name, { type: 'application/pdf' });
const sections = async () => (await office().chief.call(trainings.sections, {})).body.data;
const place = (ids: number[]) => office().chief.call(trainings.place, { body: { ids } });
const restore = (ids: number[]) => office().chief.call(trainings.restore, { body: { ids } });
const removeSection = (id: number) => office().chief.call(trainings.removeSection, { params: { id } });
const mine = async () => (await office().agent.call(trainings.mine, {})).body.data;
const progress = (id: number, done?: boolean, client = office().agent) =>
  client.call(trainings.progress, { params: { id }, body: done === undefined ? {} : { done } });
const errorsOf = ({ body }: { body: unknown }) => (body as { errors: object }).errors;
const errorOf = ({ body }: { body: unknown }) => (body as { error: string }).error;
const stored = () =>
  readdirSync(join(office().it.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

beforeEach(() => office().it.owner.query('delete from trainings; delete from deleted_trainings'));

describe('a training', () => {
  test.each([
    ['section', { section: ' ' }, 'Enter a section.'],
    ['title', { title: '' }, 'Enter a title.'],
    ['corporation_id', { corporation_id: 999_999 }, 'Corporation not found.'],
    ['for_account_types.0', { for_account_types: ['pilot'] }, ''],
  ])('with a wrong %s is refused there', async (field, fields, message) => {
    const answer = await create(fields);
    expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]]);
    expect(JSON.stringify(errorsOf(answer))).toContain(message);
  });

  test('is filtered by section and account type', async () => {
    const all = await add({ section: 'A' });
    const agents = await add({ section: 'B', for_account_types: ['agent', 'agent'] });
    const managers = await add({ section: 'B', for_account_types: ['manager'] });
    const ids = async (query: object) =>
      (await office().chief.call(trainings.list, { query })).body.data.map(({ id }) => id);

    expect(agents.for_account_types).toEqual(['agent']);
    expect(await ids({ section: 'B' })).toEqual([agents.id, managers.id]);
    expect(await ids({ for_account_type: 'manager' })).toEqual([all.id, managers.id]);
  });

  test('keeps a corporation from being deleted', async () => {
    const { body } = await office().chief.call(corporations.create, { body: { name: 'Silver Oak' } });
    await add({ corporation_id: body.data.id });

    const refused = await office().chief.call(corporations.remove, { params: { id: body.data.id } });

    expect([refused.status, errorOf(refused)]).toEqual([409, '1 training uses this corporation. Retire it instead.']);
  });
});

describe('its file', () => {
  test('is read by its address, replaced and removed, and leaves no bytes', async () => {
    const before = stored();
    const { id, file } = await add({}, pdf());
    const shown = await fetch(new URL(file?.url ?? '', office().it.url));
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/u);

    const params = { id };
    const replaced = await office().chief.call(trainings.update, { params, body: {}, file: await image() });
    expect([replaced.body.data.file?.name, stored().length]).toEqual(['map.png', before.length + 1]);

    const removed = await office().chief.call(trainings.update, { params, body: { remove_file: true } });
    expect([removed.body.data.file, stored()]).toEqual([null, before]);
  });

  test('of a wrong type, or of a refused training, leaves no bytes', async () => {
    const before = stored();
    const odd = await create({}, new File(['a,b\n1,2\n'], 'list.csv', { type: 'text/csv' }));
    const untitled = await create({ corporation_id: 999_999 }, await image());
    expect(errorsOf(odd)).toEqual({ file: ['Choose a PDF, an image, a text or an audio file.'] });
    expect([untitled.status, stored()]).toEqual([422, before]);
  });
});

describe('the order', () => {
  test('is by section, each in the place of its first training', async () => {
    const [a, b, late] = [await add({ section: 'Zoo' }), await add({ section: 'Ant' }), await add({ section: 'Zoo' })];
    expect(await sections()).toEqual([
      { section: 'Zoo', ids: [a.id, late.id] },
      { section: 'Ant', ids: [b.id] },
    ]);
    expect((await mine()).map(({ id }) => id)).toEqual([a.id, late.id, b.id]);
  });

  test('changes among the named trainings and nowhere else', async () => {
    const [a, b, c, d] = [await add(), await add(), await add({ section: 'Next' }), await add({ section: 'Last' })];

    await place([b.id, a.id]);
    expect((await sections())[0]?.ids).toEqual([b.id, a.id]);

    await place([c.id, b.id, a.id]);
    expect((await sections()).map(({ ids }) => ids)).toEqual([[c.id], [b.id, a.id], [d.id]]);
  });

  test('gives two trainings of one place a place each, and no other one another', async () => {
    const [a, b, other] = [await add(), await add(), await add()];
    await office().it.owner.query('update trainings set position = 4');
    await place([b.id, a.id]);
    const { rows } = await office().it.owner.query('select id, position from trainings order by position, id');
    expect(rows).toEqual([
      { id: b.id, position: 4 },
      { id: other.id, position: 4 },
      { id: a.id, position: 5 },
    ]);
  });

  test('of a training that is gone is refused', async () => {
    const { id } = await add();
    const answer = await place([id, 999_999]);
    expect([answer.status, errorsOf(answer)]).toEqual([422, { ids: ['A training is gone. Reload the page.'] }]);
  });
});

describe('a deletion', () => {
  test('is undone with file, place and progress', async () => {
    const { id } = await add({}, await image());
    const next = await add();
    await progress(id, true);
    const before = await mine();

    await office().chief.call(trainings.remove, { params: { id } });
    expect((await mine()).map((row) => row.id)).toEqual([next.id]);
    await restore([id]);

    const after = await mine();
    expect(after).toEqual(before);
    expect((await fetch(new URL(after[0]?.file?.url ?? '', office().it.url))).status).toBe(200);
    expect((await restore([id])).status).toBe(404);
  });

  test('of a section takes its trainings and no other, once', async () => {
    const [a, b, other] = [await add(), await add(), await add({ section: 'Other' })];

    const { body } = await removeSection(b.id);

    expect(body.data).toEqual({ section: 'Start', ids: [a.id, b.id] });
    expect((await mine()).map(({ id }) => id)).toEqual([other.id]);
    expect((await removeSection(b.id)).status).toBe(404);
    await restore(body.data.ids);
    expect(await sections()).toEqual([
      { section: 'Start', ids: [a.id, b.id] },
      { section: 'Other', ids: [other.id] },
    ]);
  });

  test("isn't undone over another training of that title, and then not in part", async () => {
    const [a, b] = [await add({ title: 'Rules' }), await add()];
    await removeSection(a.id);
    await add({ title: 'RULES' });

    const answer = await restore([a.id, b.id]);

    expect([answer.status, errorOf(answer)]).toEqual([
      409,
      'Another training has the title “Rules” now. Rename it first.',
    ]);
    expect((await mine()).map(({ title }) => title)).toEqual(['RULES']);
  });

  test('is final after 30 days', async () => {
    const { it, chief } = office();
    const { id } = await add();
    await progress(id);
    await chief.call(trainings.remove, { params: { id } });
    const left = async () =>
      (await it.owner.query('select from training_progress where training_id = $1', [id])).rowCount;

    await it.owner.query(`update deleted_trainings set deleted_at = $1`, [
      new Date(it.deps.now().getTime() - (TRAINING_KEPT_DAYS * DAY_MS - 60_000)),
    ]);
    await removeExpired(it.deps);
    expect(await left()).toBe(1);

    await it.owner.query(`update deleted_trainings set deleted_at = deleted_at - interval '2 minutes'`);
    await removeExpired(it.deps);
    expect([await left(), (await restore([id])).status]).toEqual([0, 404]);
  });
});

describe("an agent's trainings", () => {
  test('are those for their account type and their business unit', async () => {
    const { chief, it, agent } = office();
    const unitOf = async (name: string, unit: number) =>
      (await chief.call(corporations.create, { body: { name, business_unit_id: unit } })).body.data.id;
    const { businessUnitId } = it.world.people.agent;
    const { rows } = await it.owner.query<{ id: number }>(
      `insert into business_units (account_id, number, name) values ($1, 'E1', 'Elsewhere') returning id`,
      [it.world.accountId],
    );
    const all = await add();
    const agents = await add({ for_account_types: ['agent', 'manager'] });
    const managers = await add({ for_account_types: ['manager'] });
    const ours = await add({ corporation_id: await unitOf('Ours', businessUnitId) });
    const theirs = await add({ corporation_id: await unitOf('Theirs', rows[0]?.id ?? 0) });

    const list = await mine();

    expect(list.map(({ id }) => id)).toEqual([all.id, agents.id, ours.id]);
    expect(list[2]?.corporation).toBe('Ours');
    expect([(await progress(managers.id)).status, (await progress(theirs.id)).status]).toEqual([404, 404]);
    expect((await agent.call(trainings.list, { query: {} })).status).toBe(403);
  });

  test('keep when they were first opened and done, for each person', async () => {
    const { it, chief } = office();
    it.stopClock();
    const { id } = await add();
    const first = it.deps.now().toISOString();
    expect((await progress(id)).body.data).toMatchObject({ opened_at: first, done_at: null });

    it.advance(60_000);
    const done = it.deps.now().toISOString();
    await progress(id, true);
    it.advance(60_000);
    await progress(id, true);
    expect((await progress(id)).body.data).toMatchObject({ opened_at: first, done_at: done });
    expect((await chief.call(trainings.mine, {})).body.data[0]).toMatchObject({ opened_at: null, done_at: null });

    expect((await progress(id, false)).body.data).toMatchObject({ opened_at: first, done_at: null });
  });

  test('tell the other tabs of the same person, once a change', async () => {
    const { it } = office();
    const { id } = await add();
    await progress(id, true);
    await progress(id, true);
    const { rows } = await it.owner.query<{ stream: string; reads: string[] }>(
      `select stream, body -> 'reads' as reads from events where body ->> 'id' = $1::text and stream like 'user:%'`,
      [id],
    );
    expect(rows.map(({ stream }) => stream)).toEqual([`user:${it.world.people.agent.id}`]);
    expect(rows[0]?.reads).toContain('listMyTrainings');
  });
});

describe('the people of a training', () => {
  const people = async (id: number, query: object = {}, client = office().chief) => {
    const { status, body } = await client.call(trainings.people, { params: { id }, query });
    return status === 200 ? { names: body.data.map(({ name }) => name), rows: body.data, meta: body.meta } : { status };
  };

  test('are those whom it is for, those who are not done first', async () => {
    const { id } = await add();
    await progress(id, true);

    const { names, rows, meta } = await people(id);
    const second = await people(id, { page: 2, limit: 2 });

    expect(names).toEqual(['Ada Admin', 'Max Manager', 'Pia Peer', 'Amy Agent']);
    expect(rows?.map(({ opened_at: opened, done_at: done }) => [opened, done])).toEqual([
      [null, null],
      [null, null],
      [null, null],
      [expect.any(String), expect.any(String)],
    ]);
    expect(meta).toEqual({ current_page: 1, limit: 25, total_count: 4, total_pages: 1, done: 1 });
    expect([second.names, second.meta?.done, second.meta?.total_pages]).toEqual([['Pia Peer', 'Amy Agent'], 1, 2]);
  });

  test('are of its account types, active, and of the unit of its corporation', async () => {
    const { it, chief } = office();
    const agents = await add({ for_account_types: ['agent'] });
    const pilots = await add({ for_account_types: ['pool_holder'] });
    const unit = `insert into business_units (account_id, number, name) values ($1, 'B2', 'Elsewhere') returning id`;
    const { rows } = await it.owner.query<{ id: number }>(unit, [it.world.people.admin.accountId]);
    const elsewhere = Number(rows[0]?.id);
    const named = { body: { name: 'Elsewhere Life', business_unit_id: elsewhere } };
    const sponsor = (await chief.call(corporations.create, named)).body.data;
    const theirs = await add({ corporation_id: sponsor.id });

    expect([(await people(agents.id)).names, (await people(pilots.id)).names]).toEqual([['Amy Agent', 'Pia Peer'], []]);
    expect((await people(theirs.id)).meta).toMatchObject({ total_count: 0, done: 0 });

    const peer = it.world.people.peer.id;
    await it.owner.query('update users set business_unit_id = $2, active = $3 where id = $1', [peer, elsewhere, true]);
    expect([(await people(theirs.id)).names, (await people(agents.id)).names?.length]).toEqual([['Pia Peer'], 2]);
    await it.owner.query(`update users set roles = '{bu_admin}' where id = $1`, [it.world.people.admin.id]);
    expect((await people(agents.id)).names).toEqual(['Amy Agent']);
    await it.owner.query(`update users set roles = '{admin}' where id = $1`, [it.world.people.admin.id]);
    await it.owner.query('update users set active = false where id = $1', [peer]);
    expect((await people(agents.id)).names).toEqual(['Amy Agent']);
  });

  test('are for those who keep trainings, of their account', async () => {
    const { id } = await add();

    expect([await people(id, {}, office().agent), await people(id, {}, office().stranger)]).toEqual([
      { status: 403 },
      { status: 404 },
    ]);
  });
});
