import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { updateRxDetails } from '#contract/records/rx-details.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { resumeRxWords, writeMissingWords } from '../../server/features/records/rx-words.ts';
import { createSeal } from '../../server/seal.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { prescribed } from './prescribed.ts';

let office: Office;
let agent: Client;
let admin: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
  admin = await office.signIn('admin');
});
beforeEach(() => office.owner.query('update rx_details set words_version = version'));
afterAll(() => office.close());

async function taking(...drugs: readonly string[]): Promise<number> {
  const id = await office.add({ owner: 'agent', last_name: 'Kim' });
  await prescribe(id, 0, ...drugs);
  return id;
}
const prescribe = (id: number, version: number, ...drugs: readonly string[]) =>
  agent.call(updateRxDetails, { params: { id }, body: { prescriptions: drugs.map(prescribed), version } });

/** Words of a contact as the places of its prescriptions, each with its hash. */
const wordsOf = async (id: number): Promise<string[]> => {
  const { rows } = await office.owner.query<{ word: string }>(
    `select place || ' ' || encode(hash, 'hex') as word from rx_words where contact_id = $1 order by 1`,
    [id],
  );
  return rows.map(({ word }) => word);
};
const places = async (id: number) => (await wordsOf(id)).map((word) => word.split(' ')[0]).join('');
const hashes = async (id: number) => (await wordsOf(id)).map((word) => word.split(' ')[1]);
const forget = (...ids: readonly number[]) =>
  office.owner.query(
    `with gone as (delete from rx_words where contact_id = any($1)) update rx_details set words_version = null where contact_id = any($1)`,
    [ids],
  );
const wordless = async () =>
  (await office.owner.query('select from rx_details where words_version is distinct from version')).rowCount;
const writeMissing = (signal = new AbortController().signal, most?: number) =>
  writeMissingWords(office.deps, { accountId: office.world.accountId }, signal, most);

test('each prescription has the words of its drug, equal ones of the account equal hashes', async () => {
  const [one, two] = [await taking('Metformin HCl ER 500 mg', 'insulin glargine'), await taking('METFORMIN')];

  expect([await places(one), await places(two)]).toEqual(['011', '0']);
  expect(await hashes(one)).toContain((await hashes(two))[0]);
});

test('words change with the prescriptions, and go with the last one', async () => {
  const id = await taking('Lantus');
  const before = await wordsOf(id);
  await prescribe(id, 1, 'Eliquis');
  const between = await wordsOf(id);
  await prescribe(id, 2);

  expect([before.length, between.length, await wordsOf(id), await wordless()]).toEqual([1, 1, [], 0]);
  expect(between).not.toEqual(before);
});

test('words that a refused change would have had are not written', async () => {
  const id = await taking('Lantus');
  const before = await wordsOf(id);

  expect((await prescribe(id, 0, 'Eliquis')).status).toBe(409);
  expect(await wordsOf(id)).toEqual(before);
});

test('a merge moves them with the prescriptions, and its undo returns them', async () => {
  const [survivor, other] = [await office.add({ owner: 'agent', last_name: 'Kim' }), await taking('Xarelto')];
  const words = await wordsOf(other);
  const { body } = await admin.call(mergeContacts, { body: { ids: [survivor, other], survivor_id: survivor } });

  expect([await wordsOf(survivor), await wordsOf(other)]).toEqual([words, []]);
  await admin.call(undoMerge, { params: { id: body.data.merge?.id ?? 0 } });
  expect([await wordsOf(survivor), await wordsOf(other)]).toEqual([[], words]);
});

test('the words of purged contacts are purged', async () => {
  const id = await taking('Humira');
  await office.owner.query('update contacts set deleted_at = now() where id = $1', [id]);
  await withAccount(office.deps.pool, office.identityOf('admin'), (tx) => tx.raw('select purge_contacts($1)', [[id]]));

  expect(await wordsOf(id)).toEqual([]);
});

test('the job writes what an upgrade has left without words, also after it was stopped between two chunks', async () => {
  const ids = [await taking('Eliquis'), await taking('Ozempic', 'Jardiance'), await taking('Prolia')];
  const words = await Promise.all(ids.map(wordsOf));
  await forget(...ids);
  const stop = new AbortController();
  const { pool } = office.deps;
  let chunks = 0;
  const stopping = {
    ...office.deps,
    pool: new Proxy(pool, {
      get: (target, name) => {
        if (name === 'connect' && ++chunks === 2) stop.abort();
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
  };

  await writeMissingWords(stopping, { accountId: office.world.accountId }, stop.signal, 1);
  const left = await wordless();
  await writeMissing();

  expect([left, await wordless()]).toEqual([1, 0]);
  expect(await Promise.all(ids.map(wordsOf))).toEqual(words);
});

test('a chunk that fails writes nothing, and is repeated', async () => {
  const ids = [await taking('Eliquis'), await taking('Prolia')];
  await forget(...ids);
  await office.owner.query('alter table rx_words add constraint broken check (place < 0) not valid');
  await expect(writeMissing()).rejects.toThrow('broken');
  const left = await wordless();
  await office.owner.query('alter table rx_words drop constraint broken');
  await writeMissing();

  expect([left, await wordless()]).toEqual([2, 0]);
});

test('what the previous release writes gets its words, and its job is there once', async () => {
  const [id, other] = [await taking('Eliquis'), await taking('Prolia')];
  await office.owner.query(
    'update rx_details set sealed = s.sealed, version = 2 from (select sealed from rx_details where contact_id = $1) s where contact_id = $1',
    [id],
  );
  await office.owner.query('delete from rx_words where contact_id = $1', [id]);
  const asked: string[] = [];
  const jobs = {
    ...office.deps.jobs,
    resume: async (_tx: unknown, name: string, _data: unknown, key: string) => asked.push(`${name} ${key}`) > 0,
  };
  await resumeRxWords({ ...office.deps, jobs: jobs as typeof office.deps.jobs });
  await writeMissing();

  expect(asked).toEqual([`records.writeRxWords ${office.world.accountId}`]);
  expect([(await wordsOf(id)).length, (await wordsOf(other)).length, await wordless()]).toEqual([1, 1, 0]);
});

test('prescriptions that no key opens stay without words and hold up no others', async () => {
  const [lost, kept] = [await taking('Eliquis'), await taking('Prolia')];
  await forget(lost, kept);
  await office.owner.query('update rx_details set sealed = $2 where contact_id = $1', [
    lost,
    createSeal([Buffer.alloc(32, 9)]).seal('[]', 'other'),
  ]);
  const logged: unknown[] = [];
  const log = { ...office.deps.log, error: (told: unknown) => void logged.push(told) };
  const ground = { ...office.deps, log: log as unknown as typeof office.deps.log };
  await writeMissingWords(ground, { accountId: office.world.accountId }, new AbortController().signal, 1);

  expect(logged).toEqual([expect.objectContaining({ contact: lost, contacts: 1 })]);
  expect([(await wordsOf(lost)).length, (await wordsOf(kept)).length, await wordless()]).toEqual([0, 1, 1]);
  await office.owner.query('delete from rx_details where contact_id = $1', [lost]);
});

test('a new master key finds the same words', async () => {
  const id = await taking('Eliquis');
  const before = await hashes(id);
  await forget(id);
  const [old, fresh] = [office.deps.seal, createSeal([Buffer.alloc(32, 5)])];
  // The rotation seals the data keys anew; what they have sealed stays.
  await withAccount(office.deps.pool, office.identityOf('agent'), async (tx) => {
    const keys = await tx.raw<{ id: number; sealed: Buffer; business_unit_id: number | null }>(
      'select * from data_keys',
    );
    for (const { id: key, sealed, business_unit_id: unit } of keys) {
      const owner = unit === null ? 'blind-index' : `business-unit:${unit}`;
      await tx.raw('update data_keys set sealed = $2 where id = $1', [key, fresh.seal(old.open(sealed, owner), owner)]);
    }
  });
  await writeMissingWords(
    { ...office.deps, seal: fresh },
    { accountId: office.world.accountId },
    new AbortController().signal,
  );

  expect(await hashes(id)).toEqual(before);
});
