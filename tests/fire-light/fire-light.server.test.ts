import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { downloadFactSheet, listApplications, openFireLight, startApplication } from '#contract/fire-light.contract.ts';
import { fireLight } from '../../server/adapters/applications/fire-light.ts';
import { freshKey } from '../billing/billing-desk.ts';
import type { Client } from '../_api/app.ts';
import { FIRELIGHT_USER, type FireLightStandIn, openFireLightStandIn } from '../_adapters/fire-light-stand-in.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const CODES = { organization: '3138', carrier: 'SAG', products: { life: '26' } } as const;

let standIn: FireLightStandIn;
let office: Office;
let agent: Client;
let ada: number;

const open = async (applications: ReturnType<typeof fireLight> | null) => {
  office = await openOffice(applications === null ? {} : { applications });
  agent = await office.signIn('agent');
};
beforeAll(async () => {
  standIn = await openFireLightStandIn();
});
afterAll(() => standIn.close());
afterEach(() => {
  standIn.trouble = null;
  standIn.heard.length = 0;
});
const add = () =>
  office.add({
    owner: 'agent',
    first_name: 'Ada',
    last_name: 'O"Brien & <Sons>',
    dob: '1960-05-04',
    state: 'TX',
    gender: 'female',
  });
const start = (product: 'life' | 'annuity' = 'life', contact = ada) =>
  agent.call(startApplication, { body: { contact_id: contact, product } });
const started = async () => (await agent.call(listApplications, { params: { id: ada } })).body.data;

describe('with FireLight', () => {
  beforeAll(() => open(fireLight({ baseUrl: standIn.baseUrl, ...FIRELIGHT_USER, ...CODES }, 1_000)));
  afterAll(() => office.close());
  beforeEach(async () => {
    ada = await add();
  });

  test('an application begins with what is known, and opens by its reference', async () => {
    const { status, body } = await start();

    const url = `${standIn.baseUrl}/EGApp/PassiveCall.aspx?O=3138&refid=${body.data.reference}`;
    expect([status, body.data.desk, body.data.url]).toEqual([200, 'firelight', url]);
    const [xml = ''] = standIn.heard;
    for (const part of [
      `<TransRefGUID>${body.data.reference}</TransRefGUID><TransType tc="103">`,
      '<ProductCode>26</ProductCode><CarrierCode>SAG</CarrierCode><Jurisdiction>TX</Jurisdiction>',
      '<FirstName>Ada</FirstName><LastName>O"Brien &amp; &lt;Sons&gt;</LastName><Gender tc="2">Female</Gender><BirthDate>1960-05-04</BirthDate>',
      `<CompanyProducerID>${office.world.people.agent.id}</CompanyProducerID>`,
    ])
      expect(xml).toContain(part);
    expect(await started()).toEqual([body.data]);
  });

  test('a request that is repeated with its key starts one application', async () => {
    const idempotencyKey = freshKey();
    const ask = () => agent.call(startApplication, { body: { contact_id: ada, product: 'life' }, idempotencyKey });
    const [first, again] = [await ask(), await ask()];

    expect([again.body, standIn.heard.length, (await started()).length]).toEqual([first.body, 1, 1]);
  });

  test('a request whose answer was lost names the same application when it is repeated', async () => {
    const idempotencyKey = freshKey();
    const ask = () => agent.call(startApplication, { body: { contact_id: ada, product: 'life' }, idempotencyKey });
    const first = await ask();
    await office.owner.query('delete from idempotency_keys');
    const again = await ask();

    expect([standIn.heard.length, again.body.data.id]).toEqual([2, first.body.data.id]);
    expect(again.body.data.reference).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/u);
  });

  // A refusal is an answer: without it, three failures in a row would leave FireLight alone for half a minute.
  test.each([
    ['silence', 'silent', 503, "FireLight isn't responding. Try again in a minute."],
    ['an answer without end', 'endless', 503, "FireLight isn't responding. Try again in a minute."],
    [
      'a refusal says why',
      { refuses: 'Agent is not appointed in TX' },
      422,
      'FireLight refused: Agent is not appointed in TX',
    ],
    ['a page in place of an answer', 'nonsense', 503, "FireLight isn't responding. Try again in a minute."],
  ] as const)('%s leaves nothing behind', async (_name, trouble, status, message) => {
    standIn.trouble = trouble;
    const answer = await start();

    expect([answer.status, answer.body]).toMatchObject([status, { error: message }]);
    expect(await started()).toEqual([]);
  });

  test("a product that isn't offered is refused at its field", async () => {
    expect((await start('annuity')).body).toMatchObject({ errors: { product: [expect.any(String)] } });
  });

  test('the dashboard opens as the agent', async () => {
    const { body } = await agent.call(openFireLight, {});

    expect(body.data.url).toContain('/EGApp/PassiveCall.aspx?O=3138&refid=');
    expect(standIn.heard[0]).toContain('<TransType tc="1228">');
  });
});

test('a sign-in that FireLight refuses is told apart from silence', async () => {
  const desk = fireLight({ baseUrl: standIn.baseUrl, userName: 'x', password: 'y', ...CODES }, 1_000);
  const agentFacts = { id: 1, first_name: 'A', last_name: 'B', email: 'a@b.test', npn: '' };

  await expect(desk.dashboard({ reference: 'r', at: new Date(0) }, agentFacts)).rejects.toThrow(/sign-in/u);
});

describe('without FireLight', () => {
  beforeAll(() => open(null));
  afterAll(() => office.close());
  beforeEach(async () => {
    ada = await add();
  });

  test('an application is a fact sheet, and there is no dashboard', async () => {
    const { body } = await start();
    const sheet = await agent.call(downloadFactSheet, { params: { id: ada, applicationId: body.data.id } });

    expect(body.data).toMatchObject({
      desk: 'sheet',
      url: `/v1/contacts/${ada}/applications/${body.data.id}/fact_sheet`,
    });
    expect([sheet.status, sheet.headers['content-type']]).toEqual([200, 'application/pdf']);
    expect((await agent.call(openFireLight, {})).status).toBe(409);
  });

  test("others' contacts, and those who have died, get none", async () => {
    const theirs = await office.add({ owner: 'peer', last_name: 'Theirs' });
    const dead = await add();
    await office.owner.query(`update contacts set died_on = '2026-01-01' where id = $1`, [dead]);

    expect([(await start('life', theirs)).status, (await start('life', dead)).status]).toEqual([422, 409]);
  });
});
