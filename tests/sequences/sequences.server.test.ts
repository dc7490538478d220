import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { listQuietJobs, quietJobs } from '#contract/failed-jobs.contract.ts';
import { cancelMessage } from '#contract/messages.contract.ts';
import {
  dryRunTrigger,
  fillCampaignText,
  readEnrollments,
  startSequence,
  stopEnrollment,
} from '#contract/sequences.contract.ts';
import { withAccount } from '../../server/db/tx.ts';
import { advance } from '../../server/features/sequences/advance.ts';
import { findDue } from '../../server/features/sequences/enrollments.sql.ts';
import { takeDueSteps } from '../../server/features/sequences/sequences.jobs.ts';
import { addOffice } from '../mail/add-office.ts';
import { DAY, openSequenceDesk, type SequenceDesk } from './sequence-desk.ts';

let it: SequenceDesk;
beforeAll(async () => {
  it = await openSequenceDesk();
});
afterEach(() => it.clear());
afterAll(() => it.close());

const start = (id: number, triggerId: number) =>
  it.agent.call(startSequence, { params: { id }, body: { campaign_trigger_id: triggerId } });
const HI = 'Hi Rosalind. Reply STOP to opt out.';

test('a contact gets the text of a trigger and those that follow it, a day apart', async () => {
  const second = await it.trigger({ body: 'Second. Reply STOP to opt out.', show_on_bulk: true });
  const first = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
  const id = await it.willing();
  expect((await start(id, first)).status).toBe(204);
  await it.run();
  await it.run();
  expect(await it.bodies()).toEqual([HI]);
  expect(await it.enrollments()).toMatchObject([{ status: 'waiting', step: 1 }]);
  await it.later(DAY);
  await it.run();
  await it.run();
  expect(await it.bodies()).toEqual([HI, 'Second. Reply STOP to opt out.']);
  expect(await it.enrollments()).toMatchObject([{ status: 'done', step: 2, due_at: null }]);
  await it.work();
  expect(it.line.taken).toHaveLength(2);
  expect(await it.logs()).toEqual([
    {
      step: 'Step 1 of 2, version 1',
      status: 'waiting',
      message: 'Text queued. Consent on file. The next step is waiting.',
    },
    { step: 'Step 2 of 2, version 1', status: 'done', message: 'Text queued. Consent on file.' },
  ]);
  const decisions = await it.sql('select allowed, purpose, channel from contact_decisions where channel = $1', [
    'text',
  ]);
  expect(decisions).toContainEqual({ allowed: true, purpose: 'automated', channel: 'text' });
});

test('a contact keeps the version it began with, and the next one gets the new text', async () => {
  const second = await it.trigger({ body: 'Old. Reply STOP to opt out.' });
  const first = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
  const [old, young] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
  await start(old, first);
  await it.run();
  await it.change(second, { body: 'New. Reply STOP to opt out.' });
  await start(young, first);
  await it.run();
  await it.later(DAY);
  await it.run();
  expect((await it.bodies()).slice(2).toSorted()).toEqual([
    'New. Reply STOP to opt out.',
    'Old. Reply STOP to opt out.',
  ]);
});

describe('changes of contacts', () => {
  /** The database tells its own time, which a slow test may be behind of. */
  const soon = () => it.later(30 * 60_000);

  const setStatus = (id: number, name: string) =>
    it.sql(
      `with made as (insert into statuses (account_id, name) select $3, $2 where not exists (
         select from statuses where account_id = $3 and name = $2) returning id)
       update contacts set status_id = coalesce((select id from made), (select id from statuses where account_id = $3 and name = $2))
       where id = $1`,
      [id, name, it.world.accountId],
    );

  test('a new status that the labels name starts a trigger, and going back and forth does not repeat it', async () => {
    await it.trigger({ trigger: 'status_changed', tags: ['won'] });
    const id = await it.willing();
    await soon();
    await setStatus(id, 'Lost');
    expect(await it.enrollments()).toEqual([]);
    await setStatus(id, 'Won');
    await it.run();
    await setStatus(id, 'Lost');
    await setStatus(id, 'Won');
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });

  test('a change that rolls back starts nothing', async () => {
    await it.trigger({ trigger: 'contact_added' });
    const work = withAccount(it.deps.pool, { accountId: it.world.accountId }, async (tx) => {
      const { id, businessUnitId } = it.world.people.agent;
      await tx.raw(
        'insert into contacts (account_id, business_unit_id, owner_id, number) values (app_account_id(), $1, $2, 9999)',
        [businessUnitId, id],
      );
      throw new Error('rolled back');
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await it.enrollments()).toEqual([]);
  });

  test('a new contact starts a trigger for new contacts, and an earlier one does not', async () => {
    await it.willing();
    const id = await it.trigger({ trigger: 'contact_added' });
    const young = await it.willing({ phone: '+15125550143' });
    expect(await it.enrollments()).toMatchObject([{ trigger_id: id, contact_id: young, occasion: 'contact_added' }]);
    await soon();
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });

  test('a tag starts a trigger, one that is off or not approved starts none', async () => {
    const made = await it.sql<{ id: number }>(
      `insert into tags (account_id, name) values ($1, 'Medicare') on conflict do nothing returning id`,
      [it.world.accountId],
    );
    const tag = made[0]?.id ?? 0;
    await it.trigger({ trigger: 'tag_added', tags: ['other'] });
    await it.trigger({ trigger: 'tag_added', compliant: false });
    await it.trigger({ trigger: 'tag_added', auto_trigger: false });
    const id = await it.trigger({ trigger: 'tag_added', tags: ['medicare'] });
    const contact = await it.willing();
    await it.sql('update contacts set tag_ids = array[$2::bigint] where id = $1', [contact, tag]);
    expect(await it.enrollments()).toMatchObject([{ trigger_id: id }]);
  });
});

describe('days of contacts', () => {
  const HOUR = 3_600_000;
  /** The day after the first of the tests, which begin at noon. */
  const tomorrow = () => new Date(it.deps.now().getTime() + DAY).toISOString().slice(0, 10);
  const sameDay = (year: number) => `${year}${tomorrow().slice(4)}`;
  /** To 9 AM in Austin. */
  const early = () => it.later(DAY - 3 * HOUR);

  test('a birthday is sent once at 10 AM at the place, however often it is looked at', async () => {
    const trigger = await it.trigger({ trigger: 'birthday' });
    const day = tomorrow();
    await it.willing({ dob: sameDay(1950) });
    await early();
    await it.run();
    expect(await it.enrollments()).toEqual([]);
    await it.later(HOUR);
    await Promise.all([it.run(), it.run()]);
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
    expect(await it.enrollments()).toMatchObject([
      { trigger_id: trigger, occasion: `birthday:${day}`, status: 'done' },
    ]);
  });

  test('the place decides: in Honolulu it is still too early', async () => {
    await it.trigger({ trigger: 'birthday' });
    await it.willing({ dob: sameDay(1950), state: 'HI', city: 'Honolulu', phone: '+18085550142' });
    await early();
    await it.later(3 * HOUR);
    await it.run();
    expect(await it.enrollments()).toEqual([]);
    await it.later(2 * HOUR);
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });

  test('what came before the trigger was on is not made up for', async () => {
    const trigger = await it.trigger({ trigger: 'birthday', enabled: false });
    await it.willing({ dob: sameDay(1950) });
    await it.later(DAY + HOUR);
    await it.change(trigger, { enabled: true });
    await it.sql('update campaign_triggers set live_since = $1', [it.deps.now()]);
    await it.run();
    expect(await it.enrollments()).toEqual([]);
  });

  test('the anniversary of a policy counts once for two, and that of a lapsed one does not', async () => {
    await it.trigger({ trigger: 'policy_anniversary' });
    const id = await it.willing();
    const other = await it.willing({ phone: '+15125550143' });
    await it.sql(
      `insert into policies (account_id, contact_id, carrier, effective_on, status)
       values ($1, $2, 'Acme', $4, 'active'), ($1, $2, 'Other', $4, 'active'), ($1, $3, 'Acme', $4, 'lapsed')`,
      [it.world.accountId, id, other, sameDay(2020)],
    );
    await it.later(DAY);
    await it.run();
    expect(await it.enrollments()).toMatchObject([{ contact_id: id, status: 'done' }]);
  });
});

describe('what holds a step back', () => {
  test('the hours at the place: it waits until the morning, and says why', async () => {
    const trigger = await it.trigger({ show_on_bulk: true });
    const id = await it.willing();
    await it.later(11 * 3_600_000);
    await start(id, trigger);
    await it.run();
    expect(await it.bodies()).toEqual([]);
    const [held] = await it.enrollments();
    expect(held).toMatchObject({ status: 'held', step: 0, note: expect.stringContaining('Held until') });
    await it.later((held?.due_at?.getTime() ?? 0) - it.deps.now().getTime());
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });

  test('an empty field: it waits, names the field, and goes once it is filled in', async () => {
    const trigger = await it.trigger({ body: 'From {{ company }}. Reply STOP to opt out.', show_on_bulk: true });
    const id = await it.willing();
    await start(id, trigger);
    await it.run();
    await it.later(3_600_000);
    await it.run();
    expect(await it.enrollments()).toMatchObject([{ status: 'held', note: expect.stringContaining('Company') }]);
    expect(await it.logs()).toHaveLength(1);
    await it.sql(`update contacts set company = 'Acme' where id = $1`, [id]);
    await it.later(3_600_000);
    await it.run();
    expect(await it.bodies()).toEqual(['From Acme. Reply STOP to opt out.']);
  });

  test('no consent: nothing goes, and the decision is kept', async () => {
    const trigger = await it.trigger({ show_on_bulk: true });
    await start(await it.contact(), trigger);
    await it.run();
    expect(await it.bodies()).toEqual([]);
    expect(await it.enrollments()).toMatchObject([{ status: 'ended', reason: 'not_allowed' }]);
    expect(await it.sql('select reason from contact_decisions where not allowed')).toEqual([{ reason: 'no_consent' }]);
  });

  test('no one to send it: it waits until the contact has an active owner', async () => {
    const trigger = await it.trigger({ show_on_bulk: true });
    const id = await it.willing();
    await start(id, trigger);
    await it.sql('update users set active = false where id = $1', [it.world.people.agent.id]);
    await it.run();
    expect(await it.enrollments()).toMatchObject([{ status: 'held', note: expect.stringContaining('deactivated') }]);
    await it.sql('update users set active = true where id = $1', [it.world.people.agent.id]);
    await it.later(3_600_000);
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });

  test('a trigger that is off pauses, and goes on when it is on again', async () => {
    const trigger = await it.trigger({ show_on_bulk: true });
    await start(await it.willing(), trigger);
    await it.change(trigger, { enabled: false });
    await it.run();
    expect([await it.bodies(), await it.enrollments()]).toMatchObject([[], [{ status: 'waiting' }]]);
    await it.change(trigger, { enabled: true });
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
  });
});

describe('what ends a sequence', () => {
  const begin = async () => {
    const second = await it.trigger();
    const trigger = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
    const id = await it.willing();
    await start(id, trigger);
    await it.run();
    return { id, trigger };
  };
  const endsAfterOne = async (reason: string) => {
    await it.later(DAY);
    await it.run();
    expect(await it.enrollments()).toMatchObject([{ status: 'ended', reason, step: 1 }]);
    expect(await it.bodies()).toHaveLength(1);
  };

  test('an opt-out by text, in its own transaction', async () => {
    await begin();
    await it.receive('STOP');
    expect(await it.enrollments()).toMatchObject([{ status: 'ended', reason: 'opted_out' }]);
  });

  test('an opt-out of e-mail leaves texts alone', async () => {
    const { id } = await begin();
    await it.consent(id, 'withdrawn', 'mail');
    expect(await it.enrollments()).toMatchObject([{ status: 'waiting' }]);
    await it.consent(id, 'withdrawn', 'text');
    await endsAfterOne('opted_out');
  });

  test('deleting the contact', async () => {
    const { id } = await begin();
    await it.sql('update contacts set deleted_at = now() where id = $1', [id]);
    await endsAfterOne('deleted');
  });

  test('a person, for one contact', async () => {
    await begin();
    const [one] = await it.enrollments();
    const params = { id: one?.id ?? 0 };
    expect((await it.admin.call(stopEnrollment, { params })).body.data).toMatchObject({
      status: 'ended',
      reason: 'stopped',
    });
    expect((await it.admin.call(stopEnrollment, { params })).status).toBe(409);
    await endsAfterOne('stopped');
  });

  test('a person who cancels a text of it', async () => {
    const { id } = await begin();
    const [text] = await it.texts(id);
    expect((await it.agent.call(cancelMessage, { body: { message_id: text?.id ?? 0 } })).status).toBe(200);
    await endsAfterOne('stopped');
  });

  test('“Stop all sends”, which counts it first', async () => {
    await begin();
    await it.work();
    expect((await it.admin.call(listQuietJobs)).body.data).toEqual({ waiting: 1, leaving: 0 });
    expect((await it.admin.call(quietJobs, {})).body.data).toEqual({ stopped: 1, waiting: 0, leaving: 0 });
    await endsAfterOne('stopped');
  });

  const merge = (survivor: number, other: number) =>
    it.admin.call(mergeContacts, { body: { ids: [survivor, other], survivor_id: survivor, fields: {} } });

  test('of two merged contacts in it, one goes on', async () => {
    const second = await it.trigger();
    const trigger = await it.trigger({ all_sms_trigger_ids: [second], show_on_bulk: true });
    const [a, b] = [await it.willing(), await it.willing({ phone: '+15125550143' })];
    await start(a, trigger);
    await start(b, trigger);
    await it.run();
    expect((await merge(a, b)).status).toBe(200);
    await it.later(DAY);
    await it.run();
    expect(await it.bodies()).toHaveLength(3);
    expect((await it.enrollments()).map(({ status, reason }) => `${status} ${reason}`)).toEqual([
      'done ',
      'ended merged',
    ]);
  });

  test('a merge takes a sequence along, and its undo brings it back; the tags it gives start nothing', async () => {
    const [tag] = await it.sql<{ id: number }>(
      `insert into tags (account_id, name) values ($1, 'Merged') returning id`,
      [it.world.accountId],
    );
    const { id: other } = await begin();
    await it.trigger({ trigger: 'tag_added' });
    const survivor = await it.willing({ phone: '+15125550143' });
    await it.sql('update contacts set tag_ids = array[$2::bigint] where id = $1', [other, tag?.id]);
    await it.sql(`delete from sequence_enrollments where occasion like 'tag:%'`);
    const merged = await merge(survivor, other);
    expect(await it.enrollments()).toMatchObject([{ contact_id: survivor, status: 'waiting' }]);
    const undone = await it.admin.call(undoMerge, { params: { id: merged.body.data.merge?.id ?? 0 } });
    expect(undone.status).toBe(200);
    expect(await it.enrollments()).toMatchObject([{ contact_id: other, status: 'waiting' }]);
  });
});

test('a trigger with contacts in its sequence stays until they are through', async () => {
  const trigger = await it.trigger({ show_on_bulk: true });
  await start(await it.willing(), trigger);
  const remove = () => it.admin.call(campaignTriggers.remove, { params: { id: trigger } });
  expect((await remove()).status).toBe(409);
  await it.run();
  expect((await remove()).status).toBe(204);
  expect(await it.logs()).toHaveLength(1);
});

test('e-mail templates are sent in their order', async () => {
  const template = async (name: string) =>
    (
      await it.admin.call(broadcastEmails.create, {
        body: { name, subject: `${name} {{ first_name }}`, body: 'Hello' },
      })
    ).body.data.id;
  const ids = [await template('One'), await template('Two')];
  const trigger = await it.trigger({ trigger_type: 'email', body: '', all_email_ids: ids, show_on_bulk: true });
  await start(await it.willing({ email: 'rosalind@example.com' }), trigger);
  await it.run();
  expect(await it.enrollments()).toMatchObject([{ status: 'held', note: expect.stringContaining('postal address') }]);
  await addOffice(it.owner, it.world);
  await it.later(DAY);
  await it.run();
  await it.later(DAY);
  await it.run();
  const sent = await it.sql('select address, subject from contact_emails order by id');
  expect(sent).toEqual([
    { address: 'rosalind@example.com', subject: 'One Rosalind' },
    { address: 'rosalind@example.com', subject: 'Two Rosalind' },
  ]);
});

test('a process that dies within a step leaves it due, and it is sent once', async () => {
  const trigger = await it.trigger({ show_on_bulk: true });
  await start(await it.willing(), trigger);
  const [one] = await it.enrollments();
  const named = { accountId: it.world.accountId, enrollmentId: one?.id ?? 0 };
  const dies = { ...it.deps, jobs: { ...it.deps.jobs, enqueue: () => Promise.reject(new Error('killed')) } };
  await expect(advance(dies, named)).rejects.toThrow('killed');
  expect([await it.bodies(), await it.sql('select from sequence_sends')]).toEqual([[], []]);
  await Promise.all([advance(it.deps, named), advance(it.deps, named)]);
  expect([await it.bodies(), await it.sql('select from sequence_sends')]).toMatchObject([[HI], [{}]]);
});

test('an account with many due steps leaves room for the others', async () => {
  const trigger = await it.trigger({ show_on_bulk: true });
  const { accountId } = it.world;
  const stranger = it.world.people.stranger;
  const other = await it.sql<{ id: number }>(
    `insert into campaign_triggers (account_id, name, trigger_type, body, enabled, compliant) values ($1, 'T', 'sms', 'Hi', true, true) returning id`,
    [stranger.accountId],
  );
  await it.contact();
  await it.sql(
    `insert into contacts (account_id, number, business_unit_id, owner_id) select account_id, number + n, business_unit_id, owner_id
     from contacts, generate_series(1, 60) n where account_id = $1`,
    [accountId],
  );
  await it.sql(`insert into contacts (account_id, number, business_unit_id, owner_id) values ($1, 7001, $2, $3)`, [
    stranger.accountId,
    stranger.businessUnitId,
    stranger.id,
  ]);
  await it.sql(
    `insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, created_at)
     select account_id, case account_id when $1 then $2::bigint else $3 end, id, id, 'x', $4, $4 from contacts order by account_id = $1 desc`,
    [accountId, trigger, other[0]?.id, new Date(it.deps.now().getTime() - 1_000)],
  );
  const due = await findDue(it.deps.pool, it.deps.now(), 25, 26);
  expect(due.filter(({ account_id: id }) => id === accountId)).toHaveLength(25);
  expect(due.filter(({ account_id: id }) => id === stranger.accountId)).toHaveLength(1);
});

test('a step that fails holds up no other, and is tried again', async () => {
  const trigger = await it.trigger({ show_on_bulk: true });
  const [a, b] = [await it.willing(), await it.willing({ phone: '+15125550143', first_name: 'Bea' })];
  await start(a, trigger);
  await start(b, trigger);
  let calls = 0;
  const enqueue: typeof it.deps.jobs.enqueue = (...args) => {
    calls += 1;
    return calls === 1 ? Promise.reject(new Error('away')) : it.deps.jobs.enqueue(...args);
  };
  await takeDueSteps({ ...it.deps, jobs: { ...it.deps.jobs, enqueue } });
  expect(await it.bodies()).toEqual(['Hi Bea. Reply STOP to opt out.']);
  await it.later(5 * 60_000);
  await it.run();
  expect(await it.bodies()).toHaveLength(2);
});

describe('a text from a trigger in a conversation', () => {
  test('is the first step, and the next one follows', async () => {
    const second = await it.trigger({ body: 'Second. Reply STOP to opt out.' });
    const trigger = await it.trigger({ all_sms_trigger_ids: [second], show_on_conversation: true });
    const id = await it.willing();
    const sent = await it.send({ contact_id: id, message_content: '', campaign_trigger_id: trigger });
    expect([sent.status, sent.body.data.body]).toEqual([200, HI]);
    await it.later(DAY);
    await it.run();
    expect(await it.bodies()).toEqual([HI, 'Second. Reply STOP to opt out.']);
  });

  test('is filled in for the contact before it is sent, with conditions, and names empty fields', async () => {
    const body =
      'Hi {{ first_name | upcase }}{% if state == "TX" %}, howdy{% endif %} from {{ company }}. Reply STOP to opt out.';
    const trigger = await it.trigger({ body, show_on_conversation: true });
    const id = await it.willing();
    const fill = () => it.agent.call(fillCampaignText, { params: { id }, query: { campaign_trigger_id: trigger } });
    expect((await fill()).body.data).toMatchObject({
      text: 'Hi ROSALIND, howdy from . Reply STOP to opt out.',
      empty: ['Company'],
    });
    const refused = await it.send({ contact_id: id, message_content: '', campaign_trigger_id: trigger });
    expect(refused.body).toMatchObject({ errors: { message_content: [expect.stringContaining('Company')] } });
    await it.sql(`update contacts set company = 'Acme' where id = $1`, [id]);
    await it.send({ contact_id: id, message_content: '', campaign_trigger_id: trigger });
    expect(await it.bodies()).toEqual(['Hi ROSALIND, howdy from Acme. Reply STOP to opt out.']);
  });

  test('is refused for a trigger that is not shown there, or is off', async () => {
    const hidden = await it.trigger({ show_on_bulk: true });
    const off = await it.trigger({ show_on_conversation: true, enabled: false });
    const id = await it.willing();
    for (const trigger of [hidden, off, 999_999]) {
      const { status, body } = await it.send({ contact_id: id, campaign_trigger_id: trigger });
      expect([status, body]).toMatchObject([422, { errors: { campaign_trigger_id: ['Campaign text not found.'] } }]);
    }
  });
});

describe('the next 30 days', () => {
  test('names who gets what and what is held back, as it then happens', async () => {
    const trigger = await it.trigger({ trigger: 'birthday' });
    const day = new Date(it.deps.now().getTime() + 10 * DAY).toISOString().slice(4, 10);
    const id = await it.willing({ dob: `1950${day}` });
    await it.contact({ dob: `1951${day}`, phone: '+15125550143', first_name: 'Bea' });
    const run = await it.admin.call(dryRunTrigger, { params: { id: trigger }, body: {} });
    expect(run.body.meta.total_count).toBe(2);
    expect(run.body.data).toMatchObject([
      { contact: { id, name: 'Rosalind Okafor' }, step: 1, outcome: 'sends', enrolled: false },
      { contact: { name: 'Bea Okafor' }, step: 1, outcome: 'ends', note: expect.stringContaining('No consent') },
    ]);
    expect(await it.enrollments()).toEqual([]);
    await it.later(Date.parse(run.body.data[0]?.at ?? '') - it.deps.now().getTime());
    await it.run();
    expect(await it.bodies()).toEqual([HI]);
    const list = await it.admin.call(readEnrollments, { params: { id: trigger } });
    expect(list.body.data.map(({ status, sent, version_number: version }) => [status, sent, version])).toEqual([
      ['ended', 0, 1],
      ['done', 1, 1],
    ]);
  });
});
