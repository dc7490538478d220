import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { dryRunTrigger } from '#contract/sequences.contract.ts';
import { createNote } from '#contract/contacts/notes.contract.ts';
import { DAY, openSequenceDesk, type SequenceDesk } from './sequence-desk.ts';

let it: SequenceDesk;
beforeAll(async () => {
  it = await openSequenceDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const HI = 'Hi Rosalind. Reply STOP to opt out.';
const inactive = { trigger: 'no_contact', inactive_days: 5 };
/** Moves the last contact, as if nothing had been written since. */
const lastContact = (id: number, daysAgo: number) =>
  it.sql(`update contacts set created_at = $2, last_touch_at = null where id = $1`, [
    id,
    new Date(it.deps.now().getTime() - daysAgo * DAY),
  ]);

test('a contact without contact for so many days gets the text, once for the same silence', async () => {
  const quiet = await it.willing();
  await it.trigger(inactive);
  await lastContact(quiet, 3);
  await it.run();
  expect(await it.enrollments()).toEqual([]);
  await it.later(2 * DAY);
  await it.run();
  await it.run();
  expect(await it.bodies()).toEqual([HI]);
  await it.later(DAY);
  await it.run();
  expect(await it.enrollments()).toHaveLength(1);
});

test('silence from before the trigger was on is not made up for', async () => {
  const quiet = await it.willing();
  await lastContact(quiet, 6);
  await it.trigger(inactive);
  await it.run();
  await it.later(2 * DAY);
  await it.run();
  expect(await it.enrollments()).toEqual([]);
});

test('a call, note or answer in the meantime ends the sequence, and the dry run has foreseen its steps', async () => {
  const next = await it.trigger({ body: 'Second. Reply STOP to opt out.' });
  const id = await it.trigger({ ...inactive, all_sms_trigger_ids: [next], step_delays: ['', 'P3D'] });
  const quiet = await it.willing();
  await lastContact(quiet, 3);
  const planned = await it.admin.call(dryRunTrigger, { params: { id }, body: {} });
  expect(planned.body.data.map(({ step, at }) => [step, Date.parse(at)])).toEqual([
    [1, expect.any(Number)],
    [2, expect.any(Number)],
  ]);
  const [first = 0, second = 0] = planned.body.data.map(({ at }) => Date.parse(at));
  expect(second - first).toBe(3 * DAY);
  await it.later(2 * DAY);
  await it.run();
  await it.later(DAY);
  await it.agent.call(createNote, { params: { id: quiet }, body: { body: 'Called back.' } });
  await it.later(2 * DAY);
  await it.run();
  expect(await it.bodies()).toEqual([HI]);
  expect(await it.enrollments()).toMatchObject([{ status: 'ended', reason: 'contacted', step: 1 }]);
});

test('a delay of the first step is counted from the occasion', async () => {
  await it.trigger({ trigger: 'contact_added', step_delays: ['PT2H'] });
  await it.later(60_000);
  const id = await it.willing();
  await it.run();
  expect(await it.bodies()).toEqual([]);
  expect(await it.logs()).toMatchObject([{ status: 'waiting', message: 'Started. The first step is waiting.' }]);
  await it.later(2 * 3_600_000);
  await it.run();
  expect(await it.bodies()).toEqual([HI]);
  expect(await it.enrollments()).toMatchObject([{ contact_id: id, status: 'done' }]);
});

test('contacts of an import start a trigger for new contacts only where it says so', async () => {
  const quiet = await it.trigger({ trigger: 'contact_added' });
  const loud = await it.trigger({ trigger: 'contact_added', start_imported: true });
  const add = (number: number, importId: number | null) =>
    it.sql(
      `insert into contacts (account_id, business_unit_id, owner_id, number, import_id) values ($1, $2, $3, $4, $5)`,
      [it.world.accountId, it.world.people.agent.businessUnitId, it.world.people.agent.id, number, importId],
    );
  await add(9998, 1);
  expect(await it.enrollments()).toMatchObject([{ trigger_id: loud }]);
  await add(9999, null);
  expect((await it.enrollments()).map(({ trigger_id: id }) => id)).toEqual([loud, quiet, loud]);
});
