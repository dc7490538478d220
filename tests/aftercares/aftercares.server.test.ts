import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  enrollInAftercare,
  markAftercareStep,
  readFamilyStatus,
  withdrawFromAftercare,
} from '#contract/aftercares.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { updateLinkedContact } from '#contract/contacts/person.contract.ts';
import { readContactability } from '#contract/compliance.contract.ts';
import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import { dayIn, plusDays } from '#rules/time/days.ts';
import type { Client } from '../_api/app.ts';
import { type NewContact, type Office, openOffice } from '../contacts/office.ts';

let office: Office;
let agent: Client;
let peer: Client;
let admin: Client;
beforeAll(async () => {
  office = await openOffice();
  [agent, peer, admin] = [await office.signIn('agent'), await office.signIn('peer'), await office.signIn('admin')];
});
afterAll(() => office.close());

let ada: number;
let ben: number;
let diedOn: string;
beforeEach(async () => {
  diedOn = plusDays(dayIn('America/Chicago', office.deps.now()), -4);
  ada = await add('Reyes', { first_name: 'Ada', dob: '1950-02-01', email: 'ada@example.com' });
  ben = await add('Reyes', { first_name: 'Ben' });
});

const add = (last_name: string, more: Partial<NewContact> = {}) => office.add({ owner: 'agent', last_name, ...more });
const enroll = (more: object = {}, client = agent) =>
  client.call(enrollInAftercare, {
    params: { id: ada },
    body: { died_on: diedOn, family_contact_id: ben, relationship: 'spouse', ...more },
  });
const mark = (step: 'card' | 'call' | 'anniversary', done = true) =>
  agent.call(markAftercareStep, { params: { id: ada }, body: { step, done } });
const status = async (id = ada) => (await agent.call(readFamilyStatus, { params: { id } })).body.data;
const stored = async (id: number) => (await agent.call(readContact, { params: { id } })).body.data;
const followUp = async () => {
  const { follow_up_on, follow_up_note } = await stored(ben);
  return [follow_up_on, follow_up_note];
};

describe('an enrollment', () => {
  test('records the death, plans the steps, and the first becomes a follow-up', async () => {
    const { status: code, body } = await enroll();

    expect([code, body.data.died_on, body.data.enrollment]).toMatchObject([
      200,
      diedOn,
      { family: { id: ben, name: 'Ben Reyes' }, relationship: 'spouse' },
    ]);
    expect(body.data.enrollment?.steps[0]).toEqual({
      step: 'card',
      label: 'Send a sympathy card',
      due_on: plusDays(diedOn, 3),
      done_on: null,
    });
    expect(await followUp()).toEqual([plusDays(diedOn, 3), 'Aftercare of Ada Reyes: Send a sympathy card']);
  });

  test('keeps everyone from reaching the one who died, on every channel', async () => {
    await enroll();

    const { body } = await agent.call(readContactability, { params: { id: ada } });
    const reasons = body.data.filter(({ channel }) => channel !== 'share').map(({ reason }) => reason);

    expect([reasons.length > 0, new Set(reasons)]).toEqual([true, new Set(['deceased'])]);
  });

  test.each([
    ['died_on', { died_on: '2900-01-01' }, 'Enter a day in the past.'],
    ['died_on', { died_on: '1950-01-31' }, 'Enter a day after their date of birth.'],
    ['family_contact_id', { family_contact_id: 99_999_999 }, 'Contact not found.'],
  ])('is refused under %s', async (field, more, words) => {
    const answer = await enroll(more);

    expect([answer.status, answer.body]).toMatchObject([422, { errors: { [field]: [words] } }]);
    expect((await stored(ada)).died_on).toBeNull();
  });

  test('names someone else, alive, and happens once', async () => {
    const self = await enroll({ family_contact_id: ada });
    await enroll();
    const again = await enroll();
    const cleo = await add('Cleo');
    const ofDead = await agent.call(enrollInAftercare, {
      params: { id: cleo },
      body: { died_on: diedOn, family_contact_id: ada, relationship: 'other' },
    });

    expect([self.status, again.status, ofDead.status]).toEqual([409, 409, 422]);
  });

  test("is not for contacts of others, nor with others' contacts", async () => {
    const theirs = await office.add({ owner: 'peer', last_name: 'Theirs' });

    const [foreign, withForeign] = [await enroll({}, peer), await enroll({ family_contact_id: theirs })];

    expect([foreign.status, withForeign.status]).toEqual([404, 422]);
  });
});

describe('the follow-up with the family', () => {
  test('moves on with each step, and back', async () => {
    await enroll();
    await mark('card');
    const second = await followUp();
    await mark('card', false);

    expect(second).toEqual([plusDays(diedOn, 14), 'Aftercare of Ada Reyes: Call the family']);
    expect((await followUp())[0]).toBe(plusDays(diedOn, 3));
  });

  test('leaves alone what someone has planned', async () => {
    ben = await add('Reyes', { first_name: 'Ben', follow_up_on: plusDays(diedOn, 1) });
    await enroll();
    await mark('card');

    expect(await followUp()).toEqual([plusDays(diedOn, 1), '']);
  });
});

test('taking an enrollment back brings the contact back to life, and clears the follow-up', async () => {
  await enroll();
  const { body } = await agent.call(withdrawFromAftercare, { params: { id: ada } });

  expect([body.data.died_on, body.data.enrollment, await followUp()]).toEqual([null, null, [null, '']]);
  expect((await mark('card')).status).toBe(409);
});

test('the family is the linked contact and the household, with their coverage', async () => {
  const cleo = await add('Reyes', { first_name: 'Cleo', phone: '+15125550188' });
  await office.owner.query(`update contacts set phone = '+15125550188' where id = $1`, [ada]);
  await agent.call(updateLinkedContact, { params: { id: ada }, body: { linked_contact_id: ben } });
  await office.owner.query(
    `insert into policies (account_id, contact_id, type, status) select account_id, id, 'pre_need', 'active'
     from contacts where id = $1`,
    [cleo],
  );

  expect((await status()).members.map(({ id, by, is_covered }) => [id, by, is_covered])).toEqual([
    [ben, ['linked'], false],
    [cleo, ['phone'], true],
  ]);
});

test('a merge takes the enrollment along, and its undo gives it back', async () => {
  await enroll();
  const twin = await add('Reyes', { first_name: 'Ada', dob: '1950-02-01' });
  const { body } = await admin.call(mergeContacts, { body: { ids: [ada, twin], survivor_id: twin, fields: {} } });
  const merged = await status(twin);
  await admin.call(undoMerge, { params: { id: body.data.merge?.id ?? 0 } });

  expect([merged.died_on, merged.enrollment?.family?.id]).toEqual([diedOn, ben]);
  expect([(await status(twin)).died_on, (await status()).enrollment?.family?.id]).toEqual([null, ben]);
});

test('a family member who is merged stays the one who hears from the agency', async () => {
  await enroll();
  const [first, last] = [await add('Reyes', { first_name: 'Ben' }), await add('Reyes', { first_name: 'Ben' })];
  await admin.call(mergeContacts, { body: { ids: [ben, first], survivor_id: first, fields: {} } });
  await admin.call(mergeContacts, { body: { ids: [first, last], survivor_id: last, fields: {} } });

  expect((await status()).enrollment?.family?.id).toBe(last);
});
