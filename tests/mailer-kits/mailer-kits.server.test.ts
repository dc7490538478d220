import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  countMailerAssignments,
  createMailerAssignment,
  mailerKits,
  previewMailerAssignment,
  printMailerKit,
} from '#contract/mailer-kits.contract.ts';
import { cancelPrint } from '#contract/printing.contract.ts';
import type { Client } from '../_api/app.ts';
import { describeResource, openOffice } from '../_matrix/describe-resource.ts';
import { RESOURCES } from '../_matrix/resources.ts';
import { openPrintDesk, type PrintDesk } from '../printing/print-desk.ts';

const office = openOffice();
describeResource(office, RESOURCES.mailerKit);

let it: PrintDesk;
let admin: Client;
let manager: Client;
let kitId: number;
beforeAll(async () => {
  it = await openPrintDesk();
  [admin, manager] = await Promise.all([it.signIn('admin'), it.signIn('manager')]);
});
afterAll(() => it.close());
beforeEach(async () => {
  await it.sql('truncate mailer_assignment_rows, mailer_assignments, mailer_kits, print_jobs, contacts cascade');
  kitId = await addKit({ kind: 'letters', body: 'Dear {{ first_name }}' });
});

let kits = 0;
async function addKit(kit: object): Promise<number> {
  const name = `Kit ${(kits += 1)}`;
  const { body } = await admin.call(mailerKits.create, { body: { name, ...kit } as never });
  return body.data.id;
}
const assign = (ids: readonly number[], by = manager, kit = kitId) =>
  by.call(createMailerAssignment, { body: { kit_id: kit, selection: { ids: [...ids] } } });
const counts = async (by = manager) => (await by.call(countMailerAssignments, {})).body.data;

describe('a kit', () => {
  test('of a letter needs a text without errors, and one of labels needs none', async () => {
    const create = (kit: object) => admin.call(mailerKits.create, { body: { name: 'New', ...kit } as never });
    expect((await create({ kind: 'letters' })).body).toMatchObject({ errors: { body: ['Enter the letter text.'] } });
    expect((await create({ kind: 'letters', body: 'Dear {{ frist_name }}' })).status).toBe(422);
    expect((await create({ kind: 'labels' })).status).toBe(200);
  });

  test('is offered to managers while it is active, and to agents not at all', async () => {
    const offered = async (by: Client) => (await by.call(mailerKits.choices, {})).body.data;
    expect(await offered(manager)).toMatchObject([{ id: kitId, kind: 'letters' }]);
    expect((await it.agent.call(mailerKits.choices, {})).status).toBe(403);
    expect((await assign([await it.resident()], it.agent)).status).toBe(403);
    await admin.call(mailerKits.update, { params: { id: kitId }, body: { active: false } });
    expect(await offered(manager)).toEqual([]);
    expect((await assign([await it.resident()])).status).toBe(422);
  });

  test('that is assigned stays', async () => {
    await assign([await it.resident()]);
    const removed = await admin.call(mailerKits.remove, { params: { id: kitId } });
    expect([removed.status, JSON.stringify(removed.body)]).toEqual([409, expect.stringContaining('1 contact uses')]);
  });
});

describe('an assignment', () => {
  test('names who has no address and who has the kit before, and leaves both out', async () => {
    const [had, fresh, nowhere] = [
      await it.resident(),
      await it.resident({ address: '14 Oak Street' }),
      await it.resident({ address: '' }),
    ];
    await assign([had]);
    const selection = { ids: [had, fresh, nowhere] };
    const preview = await manager.call(previewMailerAssignment, { body: { kit_id: kitId, selection } });
    expect(preview.body.data).toMatchObject({ contacts: 3, without_address: 1, already_assigned: 1, to_assign: 1 });
    expect((await assign(selection.ids)).body.data).toMatchObject({ assigned: 1, print: { total: 1 } });
    expect((await assign(selection.ids)).status).toBe(409);
    expect(await it.sql('select from mailer_assignments')).toHaveLength(2);
  });

  test('prints by a job of its own, and counts what is printed', async () => {
    const { body } = await assign([await it.resident(), await it.resident({ last_name: 'Okafor' })]);
    expect(body.data.print).toMatchObject({ kind: 'letters', total: 2, sentence: expect.stringMatching(/^Kit Kit /) });
    expect(await counts()).toMatchObject([{ kit_id: kitId, assigned: 2, printed: 0, printing: 2, left: 0 }]);
    await it.run(body.data.print.id);
    expect(await counts()).toMatchObject([{ assigned: 2, printed: 2, printing: 0, left: 0 }]);
    expect((await manager.call(printMailerKit, { body: { kit_id: kitId } })).status).toBe(409);
    expect(await counts(admin)).toEqual([]);
  });

  test('a print that is canceled leaves its contacts to print', async () => {
    const { body } = await assign([await it.resident()]);
    await manager.call(cancelPrint, { params: { id: body.data.print.id } });
    expect(await counts()).toMatchObject([{ printed: 0, printing: 0, left: 1 }]);
    const again = await manager.call(printMailerKit, { body: { kit_id: kitId } });
    await it.run(again.body.data.id);
    expect(await counts()).toMatchObject([{ printed: 1, left: 0 }]);
  });

  test('of more than 500 prints 500 at a time, new ones first', async () => {
    const { accountId, businessUnitId, userId } = it.identityOf('agent');
    await it.sql(
      `insert into contacts (account_id, business_unit_id, owner_id, number, first_name, last_name, address, city)
       select $1, $2, $3, 300000 + n, 'Many', n::text, n || ' Oak', 'Austin' from generate_series(1, 503) n`,
      [accountId, businessUnitId, userId],
    );
    const selection = { contacts_scope: { contact_group: 'all' } } as const;
    const { body } = await manager.call(createMailerAssignment, { body: { kit_id: kitId, selection } });
    expect(body.data).toMatchObject({ assigned: 503, print: { total: 500 } });
    expect(await counts()).toMatchObject([{ printing: 500, left: 3 }]);
    // Those of the canceled print wait behind the three that no print had.
    await manager.call(cancelPrint, { params: { id: body.data.print.id } });
    const next = await manager.call(printMailerKit, { body: { kit_id: kitId } });
    expect(next.body.data).toMatchObject({ total: 500 });
    const rows = await it.sql<{ left: number }>(
      'select count(*)::int as left from mailer_assignment_rows where print_job_id is null',
    );
    expect(rows).toEqual([{ left: 0 }]);
  });

  test('reaches only contacts that are seen', async () => {
    const foreign = await it.resident({ owner: 'admin' });
    expect((await assign([foreign])).status).toBe(409);
  });
});
