import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { retryImportAttempt, startImport, undoImport, validateImport } from '#contract/imports.contract.ts';
import { downloadProblemRows, fixProblemRows, listProblemRows } from '#contract/imports/problems.contract.ts';
import { deletePolicy, listPolicies, type Policy, updatePolicy } from '#contract/records/policies.contract.ts';
import { type ImportDesk, openImportDesk } from './import-desk.ts';

let it: ImportDesk;
beforeAll(async () => {
  it = await openImportDesk();
});
afterAll(() => it.close());
beforeEach(() =>
  it.sql('truncate contacts, notes, policies, imports, import_rows, import_kept_rows, import_check_rows cascade'),
);

const HEAD =
  'First Name,Phone,Carrier,Plan Name,Policy Number,Policy Type,Policy Status,Monthly Premium,Effective Date\n';
const ANA = 'Ana,512-555-0142,Aetna,Plan G,AET-1,Med Supp,In Force,$120.50,1/1/2025\n';

/** Policies by first name, as their texts. */
async function policies(): Promise<Record<string, string[]>> {
  const rows = await it.sql<{ first_name: string; text: string }>(
    `select c.first_name, concat_ws('|', p.carrier, p.plan_name, p.policy_number, p.type, p.status, p.premium_cents,
       p.premium_period, p.effective_on) as text
     from policies p join contacts c on c.id = p.contact_id where p.deleted_at is null order by p.id`,
  );
  const found: Record<string, string[]> = {};
  for (const { first_name: name, text } of rows) found[name] = [...(found[name] ?? []), text];
  return found;
}
const CY = 'Cy,512-555-0144,Cigna,,C1,PDP,Active,20,2/1/2025\n';
const CYS = 'Cigna||C1|part_d|active|2000|month|2025-02-01';
const AETNA = 'Aetna|Plan G|AET-1|medicare_supplement|active|12050|month|2025-01-01';

const contactId = async (name: string): Promise<number> =>
  Number((await it.sql<{ id: number }>('select id from contacts where first_name = $1', [name]))[0]?.id);

async function policyOf(name: string): Promise<Policy & { contact: number }> {
  const contact = await contactId(name);
  const [policy] = (await it.agent.call(listPolicies, { params: { id: contact } })).body.data;
  if (policy === undefined) throw new Error('no policy');
  return { ...policy, contact };
}

const undo = async (id: number) => {
  await it.agent.call(undoImport, { params: { id } });
  await it.undo(id);
  return (await it.read(id)).undo;
};

async function correct(id: number, cells: Readonly<Record<number, string>>, row_number = 1): Promise<void> {
  await it.agent.call(fixProblemRows, { params: { id }, body: { rows: [{ row_number, cells }] } });
  await it.agent.call(retryImportAttempt, { params: { id }, body: undefined });
  await it.run(id);
}

const unreadOf = async (id: number) =>
  (await it.agent.call(listProblemRows, { params: { id }, query: {} })).body.data.flatMap(({ unread }) =>
    unread.map(({ field, message }) => [field, message]),
  );

describe('columns of policies', () => {
  test('come with new contacts, and the undo removes them', async () => {
    const { id, counts } = await it.importFile(HEAD + ANA);

    expect(counts).toEqual({ created: 1, updated: 0, skipped: 0, problems: 0 });
    expect(await policies()).toEqual({ Ana: [AETNA] });
    expect(await policyOf('Ana')).toMatchObject({ carrier: 'Aetna', face_amount_cents: null, version: 1 });
    expect(await undo(id)).toEqual({ removed: 1, put_back: 0, kept: 0 });
    expect(await it.sql('select 1 from policies')).toEqual([]);
  });

  test('bring several policies of a person, in numbered columns and in several rows, as the check promises', async () => {
    await it.importFile('First Name,Phone\nBo,512-555-0143\n');
    const head = 'First Name,Phone,Carrier,Policy Number,Premium,Carrier 2,Policy 2 Number,Policy 2 Premium\n';
    const { id } = await it.upload(
      `${head}Ana,512-555-0142,Aetna,A1,120,Humana,H1,20.10/mo\nAna,512-555-0142,Cigna,C1,30,aetna,a-1,\n` +
        'Bo,512-555-0143,Aetna,A2,1,Aetna,A2,1\nAna,512-555-0142,Aetna,A1,,,,\nCy,512-555-0144,,,,,,\n',
    );
    await it.agent.call(validateImport, { body: { import_id: id } });
    await it.check(id);
    const { planned, skipped, new_policies } = (await it.read(id)).check ?? {};
    await it.agent.call(startImport, { body: { import_id: id } });
    await it.run(id);

    expect((await it.read(id)).counts).toEqual({ created: 2, updated: 2, skipped: 1, problems: 0 });
    expect([planned, skipped]).toEqual([{ created: 2, updated: 2 }, 1]);
    expect(await policies()).toEqual({
      Ana: [
        'Aetna||A1|other|active|12000|month',
        'Humana||H1|other|active|2010|month',
        'Cigna||C1|other|active|3000|month',
      ],
      Bo: ['Aetna||A2|other|active|100|month'],
    });
    expect(new_policies).toEqual({ count: 4, carriers: 3, names: ['Aetna', 'Humana', 'Cigna'] });
    expect(await undo(id)).toEqual({ removed: 2, put_back: 1, kept: 0 });
    expect(await policies()).toEqual({});
  });

  test('create no policy twice, and fill only what one lacks', async () => {
    const bo = 'Bo,512-555-0143,Humana,Gold,,MAPD,,,2/1/2025\n';
    await it.importFile(`${HEAD}${ANA}Ana,512-555-0142,Mutual,,M1,,,,\n${bo}`);
    const before = await policies();
    expect((await it.importFile(`${HEAD}${ANA}${bo}`)).counts).toMatchObject({ created: 0, updated: 0, skipped: 2 });
    expect(await policies()).toEqual(before);

    const again = 'Ana,512-555-0142,AETNA,Plan N,AET 1,,Lapsed,$99,\nBo,512-555-0143,Humana,gold,H-7,,,15,2/1/2025\n';
    const { id, counts } = await it.importFile(HEAD + again);
    expect(counts).toMatchObject({ created: 0, updated: 1, skipped: 1 });
    expect(await policies()).toEqual({
      ...before,
      Bo: ['Humana|Gold|H-7|medicare_advantage|active|1500|month|2025-02-01'],
    });
    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await policies()).toEqual(before);
  });

  test('never cost the person: unread cells are listed, and their corrections complete the policy', async () => {
    const { id, counts } = await it.importFile(
      `${HEAD}Ana,512-555-0142,Aetna,Plan G,AET-1,Mystery,In Force,free,soon\nBo,512-555-0143,,,B1,,,12,\n${CY}`,
    );

    expect(counts).toEqual({ created: 3, updated: 0, skipped: 0, problems: 0 });
    expect(await policies()).toEqual({ Ana: ['Aetna|Plan G|AET-1|other|active|month'], Cy: [CYS] });
    expect(await unreadOf(id)).toEqual([
      ['policy_type', 'Policy type "Mystery" is unknown.'],
      ['policy_premium', 'Policy premium "free" isn\'t an amount in dollars.'],
      ['policy_effective_on', 'Policy effective date "soon" isn\'t a date.'],
      ['policy_carrier', 'A policy needs a carrier or a plan.'],
    ]);

    await correct(id, { 5: 'Med Supp', 7: '120.50', 8: '1/1/2025' });
    await correct(id, { 2: 'Mutual' }, 2);
    expect([await policies(), (await it.read(id)).unread_rows]).toEqual([
      { Ana: [AETNA], Bo: ['Mutual||B1|other|active|1200|month'], Cy: [CYS] },
      0,
    ]);
    expect(await undo(id)).toEqual({ removed: 3, put_back: 0, kept: 0 });
    expect(await policies()).toEqual({});
  });

  test('stay listed when the policy has another value by then or is gone', async () => {
    const { id } = await it.importFile(
      `${HEAD}Ana,512-555-0142,Aetna,,A1,,,free,\nBo,512-555-0143,Aetna,,B1,,,free,\n${CY}${CY.replace('Cy', 'Di')}`,
    );
    const ana = await policyOf('Ana');
    await it.agent.call(updatePolicy, {
      params: { id: ana.contact, policyId: ana.id },
      body: { policy: { premium_cents: 500 } },
    });
    const bo = await policyOf('Bo');
    await it.agent.call(deletePolicy, { params: { id: bo.contact, policyId: bo.id } });
    await correct(id, { 7: '120.50' });
    await correct(id, { 7: '120.50' }, 2);

    expect(await unreadOf(id)).toEqual([
      ['policy_premium', 'The contact already has a different policy premium.'],
      ['policy_premium', 'The contact no longer has this policy.'],
    ]);
    const entered = { Ana: ['Aetna||A1|other|active|500|month'] };
    expect(await policies()).toEqual({ ...entered, Cy: [CYS], Di: [CYS] });
    expect(await undo(id)).toEqual({ removed: 2, put_back: 0, kept: 2 });
    expect(await policies()).toEqual(entered);
  });

  test('contradict where a later row of a person has the policy otherwise', async () => {
    const { id, counts } = await it.importFile(`${HEAD}${ANA}Ana,512-555-0142,Aetna,,AET-1,,Lapsed,$99,\n`);

    expect(counts).toMatchObject({ created: 1, skipped: 1 });
    expect(await it.sql('select reason, message from import_rows where import_id = $1', [id])).toEqual([
      {
        reason: 'contradicts_earlier_row',
        message: 'Row 2 is the same person with a different policy status, policy premium.',
      },
    ]);
    expect(await policies()).toEqual({ Ana: [AETNA] });
  });

  test('of an imported file of problem rows complete the policies of the first import', async () => {
    const first = await it.importFile(
      `${HEAD}Ana,512-555-0142,Aetna,Plan G,AET-1,Med Supp,In Force,free,1/1/2025\n${CY}`,
    );
    const before = await policies();
    const { body } = await it.agent.call(downloadProblemRows, { params: { id: first.id } });
    const { id, counts } = await it.importFile(String(body).replace('free', '$120.50'));

    expect([counts, await policies()]).toEqual([
      { created: 0, updated: 1, skipped: 0, problems: 0 },
      { Ana: [AETNA], Cy: [CYS] },
    ]);
    expect(await undo(id)).toEqual({ removed: 0, put_back: 1, kept: 0 });
    expect(await policies()).toEqual(before);
  });

  test('that were read the first time are not changed by a file of problem rows, which says so', async () => {
    const first = await it.importFile(
      `${HEAD}Ana,512-555-0142,Aetna,Plan G,AET-1,Med Supp,In Force,free,1/1/2025\n${CY}`,
    );
    const before = await policies();
    const { body } = await it.agent.call(downloadProblemRows, { params: { id: first.id } });
    const { id } = await it.importFile(String(body).replace('In Force', 'Lapsed'));

    expect(await policies()).toEqual(before);
    expect(
      JSON.stringify(await it.sql('select message, unread from import_rows where import_id = $1', [id])),
    ).toContain('The first import has read this policy status. Change it in the contact.');
  });
});
