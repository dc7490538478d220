import { afterAll, beforeAll, expect, test } from 'vitest';
import { withAccount } from '../../server/db/tx.ts';
import { openerOf, resealDataKeys, unitSeal } from '../../server/features/records/data-keys.ts';
import { findContactsBySecret, keepNumber, openNumbers } from '../../server/features/records/sealed-fields.service.ts';
import { createSeal, type Seal } from '../../server/seal.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const OLD = Buffer.alloc(32, 7);
const NEW = Buffer.alloc(32, 9);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const inAccount = <T>(work: Parameters<typeof withAccount<T>>[2]) =>
  withAccount(office.deps.pool, office.identityOf('agent'), work);

const reseal = (seal: Seal) => resealDataKeys({ ...office.deps, seal });

async function contactWith(seal: Seal, value: string, username = 'agent') {
  const id = await office.add({ owner: username });
  const contact = { id, business_unit_id: office.identityOf(username).businessUnitId };
  await inAccount((tx) => keepNumber(tx, seal, { contact, field: 'ssn', value, at: new Date() }));
  return id;
}

test('a new key of the settings seals the data keys again, and what they have sealed stays as it is', async () => {
  const old = createSeal([OLD]);
  const id = await contactWith(old, '123456789');
  const sealedOf = async () =>
    (await office.owner.query<{ sealed: Buffer }>('select sealed from sealed_fields where contact_id = $1', [id]))
      .rows[0]?.sealed;
  const before = await sealedOf();
  const both = createSeal([NEW, OLD]);

  const first = await reseal(both);
  const again = await reseal(both);

  const fresh = createSeal([NEW]);
  const opened = await inAccount(async (tx) => [
    (await openNumbers(tx, fresh, id)).get('ssn')?.value,
    await findContactsBySecret(tx, fresh, 'ssn', '123-45-6789'),
  ]);
  expect([first, again, opened]).toEqual([2, 0, ['123456789', [id]]]);
  expect(await sealedOf()).toEqual(before);
  await expect(inAccount((tx) => openNumbers(tx, old, id))).rejects.toThrow('not among SECRET_KEYS');

  await reseal(createSeal([OLD, NEW]));
});

test('a data key whose key is gone stays as it is, and the others are sealed anew', async () => {
  const { accountId, businessUnitId } = office.identityOf('far');
  await office.owner.query('delete from data_keys where business_unit_id = $1', [businessUnitId]);
  await office.owner.query(
    'insert into data_keys (account_id, business_unit_id, key_id, sealed) values ($1, $2, $3, $4)',
    [accountId, businessUnitId, Buffer.alloc(4), createSeal([Buffer.alloc(32, 3)]).seal('lost', 'key')],
  );
  const near = await contactWith(createSeal([OLD]), '123456782');

  await reseal(createSeal([NEW, OLD]));

  const opened = await inAccount((tx) => openNumbers(tx, createSeal([NEW]), near));
  expect(opened.get('ssn')?.value).toBe('123456782');
  await reseal(createSeal([OLD, NEW]));
  await office.owner.query('delete from sealed_fields');
  await office.owner.query('delete from data_keys');
});

test('each business unit has a key of its own, which names itself in what it has sealed', async () => {
  const { seal } = office.deps;
  const [near, far] = [await contactWith(seal, '123456780'), await contactWith(seal, '123456780', 'far')];
  const { rows } = await office.owner.query<{ key: string; blind: string }>(
    `select encode(substr(sealed, 1, 4), 'hex') as key, encode(blind_index, 'hex') as blind
     from sealed_fields where contact_id = any($1) order by contact_id`,
    [[near, far]],
  );

  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
  expect(new Set(rows.map(({ blind }) => blind)).size).toBe(1);
  expect(
    await inAccount(async (tx) => [...(await openNumbers(tx, seal, far)).values()].map(({ value }) => value)),
  ).toEqual(['123456780']);
});

test('what was sealed for one contact opens in no other', async () => {
  const { seal } = office.deps;
  const [one, two] = [await contactWith(seal, '123456781'), await office.add({ owner: 'agent' })];
  await office.owner.query('update sealed_fields set contact_id = $2 where contact_id = $1', [one, two]);

  await expect(inAccount((tx) => openNumbers(tx, seal, two))).rejects.toThrow();
});

test('requests that need the first key at the same time agree on one', async () => {
  const units = office.identityOf('stranger');
  const sealed = await Promise.all(
    Array.from({ length: 5 }, () =>
      withAccount(office.deps.pool, units, async (tx) =>
        (await unitSeal(tx, office.deps.seal, units.businessUnitId)).seal('x', 'test'),
      ),
    ),
  );

  const opened = await withAccount(office.deps.pool, units, async (tx) => {
    const opener = await openerOf(tx, office.deps.seal, sealed);
    return sealed.map((one) => opener?.open(one, 'test'));
  });
  expect(opened).toEqual(['x', 'x', 'x', 'x', 'x']);
});
