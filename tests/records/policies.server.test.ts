import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readContact } from '#contract/contacts.contract.ts';
import {
  createPolicy,
  deletePolicy,
  listPolicies,
  type PolicyFields,
  RECORDS_MAX,
  restorePolicy,
  updatePolicy,
} from '#contract/records/policies.contract.ts';
import { createNote } from '#contract/contacts/notes.contract.ts';
import { updateRxDetails } from '#contract/records/rx-details.contract.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';
import { prescribed } from './prescribed.ts';
import { auditOf, deleteContact, eventsOf } from './records-office.ts';

let office: Office;
let agent: Client;

beforeAll(async () => {
  office = await openOffice();
  agent = await office.signIn('agent');
});
afterAll(() => office.close());

const person = () => office.add({ owner: 'agent', last_name: 'Kim' });
const add = async (id: number, policy: Partial<PolicyFields> = { carrier: 'Humana' }) =>
  (await agent.call(createPolicy, { params: { id }, body: { policy } })).body.data;
const listed = async (id: number) => (await agent.call(listPolicies, { params: { id } })).body.data;

test('the page of a contact counts what its tabs show, without what was deleted', async () => {
  const id = await person();
  const [first] = [await add(id), await add(id)];
  await agent.call(deletePolicy, { params: { id, policyId: first.id } });
  await agent.call(createNote, { params: { id }, body: { body: 'Prefers mornings' } });
  const prescriptions = ['Lisinopril', 'Metformin'].map(prescribed);
  await agent.call(updateRxDetails, { params: { id }, body: { prescriptions, version: 0 } });

  const { counts } = (await agent.call(readContact, { params: { id } })).body;

  expect(counts).toEqual({
    policies: 1,
    securities: 0,
    rx: 2,
    notes: 1,
    files: 0,
    email_log: 0,
    workflow_log: 0,
    call_files: 0,
  });
});

describe('a policy', () => {
  test('is kept as it was written: money in cents, days without a zone, clean lines', async () => {
    const id = await person();

    const policy = await add(id, {
      carrier: '  Mutual of   Omaha ',
      plan_name: 'Plan G',
      policy_number: 'MO-1',
      type: 'medicare_supplement',
      status: 'applied',
      premium_cents: 13_245,
      premium_period: 'quarter',
      face_amount_cents: 9_007_199_254,
      effective_on: '2026-12-31',
      expires_on: '2027-12-31',
      beneficiary: 'Her son',
      notes: 'First line\r\nsecond\u0000',
    });

    expect(await listed(id)).toEqual([policy]);
    expect(policy).toEqual({
      id: policy.id,
      carrier: 'Mutual of Omaha',
      plan_name: 'Plan G',
      policy_number: 'MO-1',
      type: 'medicare_supplement',
      status: 'applied',
      premium_cents: 13_245,
      premium_period: 'quarter',
      face_amount_cents: 9_007_199_254,
      effective_on: '2026-12-31',
      expires_on: '2027-12-31',
      beneficiary: 'Her son',
      notes: 'First line\nsecond',
      version: 1,
      created_at: policy.created_at,
      updated_at: policy.created_at,
    });
  });

  test('moves the last touch of its contact and not its version', async () => {
    const id = await office.add({ owner: 'agent', last_touch_at: '2020-01-01T00:00:00Z' });

    const policy = await add(id);

    const { body } = await agent.call(readContact, { params: { id } });
    expect(body.data).toMatchObject({ last_touch_at: policy.created_at, version: 1 });
  });

  test('is changed field by field, and the same again changes nothing', async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    const change = () =>
      agent.call(updatePolicy, { params: { id, policyId }, body: { policy: { status: 'lapsed' }, version: 1 } });

    const first = await change();
    const again = await change();

    expect([first.body.data.version, again.body.data.version, again.body.data.status]).toEqual([2, 2, 'lapsed']);
    expect(await auditOf(office, id)).toEqual([
      ['policy.created', { policy_id: policyId }],
      ['policy.updated', { policy_id: policyId, fields: ['status'], record_version: 2 }],
    ]);
  });

  test('that somebody changed meanwhile is not written over', async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    await agent.call(updatePolicy, { params: { id, policyId }, body: { policy: { carrier: 'Aetna' } } });

    const late = await agent.call(updatePolicy, {
      params: { id, policyId },
      body: { policy: { carrier: 'Cigna' }, version: 1 },
    });

    expect([late.status, late.body]).toEqual([
      409,
      expect.objectContaining({ code: 'contact_changed', errors: { carrier: ['The record was changed.'] } }),
    ]);
    expect((await listed(id))[0]?.carrier).toBe('Aetna');
  });

  test('comes back as the very same row when its deletion is undone', async () => {
    const id = await person();
    const policy = await add(id, { carrier: 'Humana', notes: 'Keep' });
    const place = { params: { id, policyId: policy.id } };

    const deleted = await agent.call(deletePolicy, place);
    const between = await listed(id);
    const restored = await agent.call(restorePolicy, place);

    expect([deleted.status, between, restored.body.data]).toEqual([204, [], policy]);
    expect(await listed(id)).toEqual([policy]);
    expect((await auditOf(office, id)).map(([action]) => action)).toEqual([
      'policy.created',
      'policy.deleted',
      'policy.restored',
    ]);
    expect(await eventsOf(office, id)).toBe(3);
  });

  test('that is deleted twice or restored twice says so once', async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    const place = { params: { id, policyId } };
    for (const endpoint of [deletePolicy, deletePolicy, restorePolicy, restorePolicy])
      await agent.call(endpoint, place);

    expect((await auditOf(office, id)).length).toBe(3);
  });

  test('in force stands before others, then the newer one', async () => {
    const id = await person();
    await add(id, { carrier: 'Quote', status: 'quoted', effective_on: '2026-05-01' });
    await add(id, { carrier: 'Old', effective_on: '2020-01-01' });
    await add(id, { carrier: 'New', effective_on: '2025-01-01' });

    expect((await listed(id)).map(({ carrier }) => carrier)).toEqual(['New', 'Old', 'Quote']);
  });

  test('sent twice with one key is there once', async () => {
    const id = await person();
    const send = () =>
      agent.call(createPolicy, { params: { id }, body: { policy: { carrier: 'Once' } }, idempotencyKey: `once-${id}` });

    const answers = [await send(), await send()];

    expect(answers[1]?.body).toEqual(answers[0]?.body);
    expect((await listed(id)).length).toBe(1);
  });
});

describe('what is refused', () => {
  const refusals: readonly [string, object, object][] = [
    ['nothing to call it by', { policy: { status: 'active' } }, { carrier: ['Enter the carrier or the plan.'] }],
    [
      'an end before the beginning',
      { policy: { carrier: 'A', effective_on: '2026-02-01', expires_on: '2026-01-31' } },
      { expires_on: ['The termination date is before the effective date.'] },
    ],
    [
      'a negative amount',
      { policy: { carrier: 'A', premium_cents: -1 } },
      { 'policy.premium_cents': ['Enter an amount of 0 or more.'] },
    ],
    [
      'too large an amount',
      { policy: { carrier: 'A', face_amount_cents: 1e12 } },
      { 'policy.face_amount_cents': ['Enter a smaller amount.'] },
    ],
    [
      'a carrier of 121 characters',
      { policy: { carrier: 'x'.repeat(121) } },
      { 'policy.carrier': ['Use at most 120 characters.'] },
    ],
  ];
  test.each(refusals)('%s', async (_what, body, errors) => {
    const id = await person();
    const { status, body: said } = await agent.call(createPolicy, { params: { id }, body: body as never });

    expect([status, said]).toEqual([422, expect.objectContaining({ errors })]);
  });

  test("a day that does not exist, a type that nobody knows and a field that is nobody's", async () => {
    const id = await person();
    const wrong = [{ effective_on: '2026-02-30' }, { type: 'car' }, { contact_id: 1 }];
    const statuses: number[] = [];
    for (const policy of wrong) {
      const { status } = await agent.call(createPolicy, {
        params: { id },
        body: { policy: { carrier: 'A', ...policy } as never },
      });
      statuses.push(status);
    }

    expect(statuses).toEqual([422, 422, 422]);
  });

  test('a change that makes the end come first', async () => {
    const id = await person();
    const { id: policyId } = await add(id, { carrier: 'A', effective_on: '2026-02-01' });

    const { status } = await agent.call(updatePolicy, {
      params: { id, policyId },
      body: { policy: { expires_on: '2026-01-01' } },
    });
    expect(status).toBe(422);
  });

  test("a policy of another contact, of somebody else's contact, and of nobody", async () => {
    const [id, other] = [await person(), await person()];
    const { id: policyId } = await add(other);
    const peer = await office.signIn('peer');
    const asked = [
      [agent, id, policyId],
      [peer, other, policyId],
      [agent, other, 9_999_999],
    ] as const;

    for (const [client, contactId, wanted] of asked) {
      const params = { id: contactId, policyId: wanted };
      const answers = [
        await client.call(updatePolicy, { params, body: { policy: { carrier: 'Mine' } } }),
        await client.call(deletePolicy, { params }),
        await client.call(restorePolicy, { params }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
    expect((await peer.call(listPolicies, { params: { id: other } })).status).toBe(404);
    expect((await listed(other))[0]?.carrier).toBe('Humana');
  });

  test('everything but reading in a deleted contact', async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    await deleteContact(office, id);
    const params = { id, policyId };

    const answers = [
      await agent.call(createPolicy, { params: { id }, body: { policy: { carrier: 'A' } } }),
      await agent.call(updatePolicy, { params, body: { policy: { carrier: 'A' } } }),
      await agent.call(deletePolicy, { params }),
      await agent.call(restorePolicy, { params }),
    ];

    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect((await listed(id)).length).toBe(1);
  });

  test('a change of a deleted policy', async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    await agent.call(deletePolicy, { params: { id, policyId } });

    const { status } = await agent.call(updatePolicy, { params: { id, policyId }, body: { policy: { carrier: 'A' } } });
    expect(status).toBe(409);
  });

  test(`more than ${RECORDS_MAX} policies, also by restoring one`, async () => {
    const id = await person();
    const { id: policyId } = await add(id);
    await agent.call(deletePolicy, { params: { id, policyId } });
    await office.owner.query(
      `insert into policies (account_id, contact_id, carrier)
       select account_id, id, 'x' from contacts, generate_series(1, $2) where id = $1`,
      [id, RECORDS_MAX],
    );

    expect([
      (await agent.call(createPolicy, { params: { id }, body: { policy: { carrier: 'A' } } })).status,
      (await agent.call(restorePolicy, { params: { id, policyId } })).status,
      (await listed(id)).length,
    ]).toEqual([409, 409, RECORDS_MAX]);
  });
});
