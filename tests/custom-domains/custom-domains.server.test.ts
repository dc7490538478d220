import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type CustomDomain, customDomains, verifyCustomDomain } from '#contract/custom-domains.contract.ts';
import { GRACE_MS, HELD_MS } from '#rules/custom-domains/domain-standing.ts';
import { transactionOutside } from '../../server/db/tx.ts';
import { checkDueDomains } from '../../server/features/custom-domains/check-domain.service.ts';
import { ASK_PATH } from '../../server/features/custom-domains/custom-domains.routes.ts';
import { verifyDomain } from '../../server/features/custom-domains/custom-domains.service.ts';
import { CUSTOM_DOMAINS } from '../../server/features/custom-domains/custom-domains.table.ts';
import { domainOfHost } from '../../server/features/custom-domains/domain-of-host.ts';
import { listRows } from '../../server/resource/resource.service.ts';
import type { Client } from '../_api/app.ts';
import { type NameServer, openNameServer, type Zone } from '../_adapters/name-server.ts';
import { type Office, openOffice } from '../contacts/office.ts';

const TARGET = 'edge.host.test';
const TOKEN = 'a token of the proxy, 32 characters';

let names: NameServer;
let office: Office;
let admin: Client;
/** The admin of another account. */
let stranger: Client;
let number = 0;

beforeAll(async () => {
  names = await openNameServer({});
  office = await openOffice({
    config: {
      dnsServers: [names.address],
      customDomains: { target: TARGET, addresses: ['192.0.2.10'], askToken: TOKEN, sample: false },
    },
  });
  [admin, stranger] = [await office.signIn('admin'), await office.signIn('stranger')];
});
afterAll(async () => {
  await office.close();
  await names.close();
});
beforeEach(() => names.know({}));

const freshName = () => `plans${(number += 1)}.agency.test`;

async function add(client: Client = admin, custom_domain = freshName(), business_unit_id: number | null = null) {
  const { body } = await client.call(customDomains.create, { body: { custom_domain, business_unit_id } });
  return body.data;
}
const verify = async ({ id }: CustomDomain, client: Client = admin) =>
  (await client.call(verifyCustomDomain, { params: { id } })).body.data;
const remove = ({ id }: CustomDomain, client: Client = admin) => client.call(customDomains.remove, { params: { id } });

/** The zone that the instructions of these domains ask for. */
const zoneOf = (...domains: CustomDomain[]): Zone => {
  const zone: Record<string, Zone[string]> = { 'agency.test': {} };
  for (const { type, host, expected } of domains.flatMap((domain) => domain.dns_instructions.records)) {
    if (type === 'TXT') zone[host] = { txt: expected };
    if (type === 'CNAME') zone[host] = { cname: expected[0] ?? '' };
  }
  return zone;
};
const makeRight = async (domain: CustomDomain, client: Client = admin) => {
  names.know(zoneOf(domain));
  return verify(domain, client);
};
/** A check some time from now: sessions don't last that long. */
const verifyAfter = (ms: number, { id }: CustomDomain, username = 'admin') =>
  verifyDomain(
    { ...office.deps, now: () => new Date(office.deps.now().getTime() + ms) },
    { identity: office.identityOf(username), requestId: 'later' },
    id,
  );
const served = (host: string) => transactionOutside(office.deps.pool, (tx) => domainOfHost(tx, host));
const ask = async (domain: string, token = TOKEN) =>
  (await fetch(`${office.url}${ASK_PATH}?${new URLSearchParams({ domain, token })}`)).status;

describe('a name', () => {
  test.each([
    ['https://Plans.Agency.Test/agents?x=1', 'plans.agency.test'],
    ['münchen.agency.test.', 'xn--mnchen-3ya.agency.test'],
  ])('%s is read as %s', async (written, name) => {
    expect((await add(admin, written)).custom_domain).toBe(name);
  });

  test.each([
    ['localhost', 'Enter a domain like plans.example.com.'],
    ['plans agency.test', 'Enter a domain like plans.example.com.'],
    ['192.0.2.1', "An IP address can't be a domain. Enter a domain like plans.example.com."],
    [
      'co.uk',
      "“co.uk” belongs to a registry, so no agency can prove that it's theirs. Enter a domain like plans.example.com.",
    ],
    [`www.${TARGET}`, 'This is an address of the app itself. Enter a domain of your agency.'],
  ])('%s is refused at its field', async (custom_domain, why) => {
    const { status, body } = await admin.call(customDomains.create, { body: { custom_domain } });

    expect([status, (body as never as { errors: object }).errors]).toEqual([422, { custom_domain: [why] }]);
  });

  test('is added once', async () => {
    const { custom_domain } = await add();

    const twice = await admin.call(customDomains.create, { body: { custom_domain: custom_domain.toUpperCase() } });

    expect([twice.status, twice.body]).toMatchObject([
      422,
      { errors: { custom_domain: ['Your agency already has this domain.'] } },
    ]);
  });
});

describe('a new domain', () => {
  test('says which records it needs, in the list and on its own', async () => {
    const domain = await add();

    const { body } = await admin.call(customDomains.instructions, { params: { id: domain.id } });

    expect(body.data).toEqual(domain.dns_instructions);
    expect(body.data.records.map(({ type, host, state }) => [type, host, state])).toEqual([
      ['CNAME', domain.custom_domain, 'unchecked'],
      ['TXT', `_bellwether.${domain.custom_domain}`, 'unchecked'],
      ['CAA', 'agency.test', 'unchecked'],
    ]);
    expect(domain.verification_steps.map(({ state }) => state)).toEqual(['done', 'current', 'waiting']);
  });

  test('is verified once its records are right, and serves its business unit', async () => {
    const { businessUnitId, accountId } = office.world.people.agent;
    const domain = await add(admin, freshName(), businessUnitId);
    expect((await verify(domain)).fault).toBe('no_domain');
    expect(await served(domain.custom_domain)).toBeNull();

    const { status, fault, checks } = await makeRight(domain);

    expect([status, fault, checks.map((check) => check.status)]).toEqual(['verified', null, ['verified', 'pending']]);
    expect(await served(`${domain.custom_domain.toUpperCase()}:443`)).toMatchObject({
      account_id: accountId,
      business_unit_id: businessUnitId,
    });
  });

  test('is looked at without anyone asking, and the page is told', async () => {
    const domain = await add();
    names.know(zoneOf(domain));

    await checkDueDomains(office.deps);

    const { body } = await admin.call(customDomains.list, { query: {} });
    expect(body.data.find(({ id }) => id === domain.id)?.status).toBe('verified');
    const { rows } = await office.owner.query(
      `select from events where body ->> 'subject' = 'custom_domain' and body ->> 'id' = $1::text`,
      [domain.id],
    );
    expect(rows).toHaveLength(2);
  });
});

describe('a verified domain that no longer points here', () => {
  test('is served for 72 hours, then suspended, and comes back once it is right', async () => {
    const domain = await add();
    await makeRight(domain);
    names.know({ ...zoneOf(domain), [domain.custom_domain]: { cname: 'parked.test' } });

    const failing = await verify(domain);
    expect([failing.status, failing.fault, await ask(domain.custom_domain)]).toEqual(['failing', 'wrong_target', 200]);
    expect(failing.suspends_at).toBe(new Date(Date.parse(failing.checked_at!) + GRACE_MS).toISOString());

    expect([(await verifyAfter(GRACE_MS + 1, domain)).status, await ask(domain.custom_domain)]).toEqual([
      'suspended',
      404,
    ]);
    await verifyAfter(GRACE_MS + 2, domain);
    const { rows } = await office.owner.query<{ recipient: string }>(
      'select recipient from outbox_mails where subject like $1',
      [`%${domain.custom_domain} is suspended`],
    );
    expect(rows.map(({ recipient }) => recipient)).toEqual([...new Set(rows.map(({ recipient }) => recipient))]);
    expect(rows.length).toBeGreaterThan(0);
    expect([(await makeRight(domain)).status, await ask(domain.custom_domain)]).toEqual(['verified', 200]);
  });

  test('stays as it is while its name servers fail', async () => {
    const domain = await add();
    await makeRight(domain);
    names.know({ ...zoneOf(domain), [domain.custom_domain]: 'failure' });

    expect((await verify(domain)).status).toBe('verified');
  });
});

describe('a name of two agencies', () => {
  test('belongs to the one whose record is there, and the other is told', async () => {
    const theirs = await add(stranger);
    const ours = await add(admin, theirs.custom_domain);

    const both = zoneOf(ours, theirs);
    names.know({ ...both, ...zoneOf(ours) });

    expect((await verify(theirs, stranger)).fault).toBe('wrong_token');
    expect((await verify(ours)).status).toBe('verified');
    names.know(zoneOf(theirs));
    expect((await verify(theirs, stranger)).fault).toBe('taken');
    expect((await served(ours.custom_domain))?.account_id).toBe(office.world.accountId);
  });

  test('is held for 30 days after it is released', async () => {
    const ours = await add();
    await makeRight(ours);
    await remove(ours);
    expect([await served(ours.custom_domain), await ask(ours.custom_domain)]).toEqual([null, 404]);

    const theirs = await add(stranger, ours.custom_domain);
    expect((await makeRight(theirs, stranger)).fault).toBe('taken');

    expect((await verifyAfter(HELD_MS + 60_000, theirs, 'stranger')).status).toBe('verified');
  });

  test('comes back to who removed it, with the same records', async () => {
    const before = await add();
    await makeRight(before);
    await remove(before);

    const again = await add(admin, before.custom_domain);

    expect(again.dns_instructions.records).toEqual(before.dns_instructions.records);
    expect((await verify(again)).status).toBe('verified');
  });
});

test('another name begins anew and releases the first', async () => {
  const domain = await add();
  await makeRight(domain);
  const custom_domain = freshName();

  const { body } = await admin.call(customDomains.update, { params: { id: domain.id }, body: { custom_domain } });

  expect(body.data).toMatchObject({ custom_domain, status: 'pending', checks: [], verified_at: null });
  expect(await served(domain.custom_domain)).toBeNull();
});

test('domains of other accounts and business units are not there', async () => {
  const far = (await office.owner.query<{ id: number }>(`select id from business_units where name = 'B9'`)).rows[0]!.id;
  const [ofAccount, ofFar, ofOther] = [await add(), await add(admin, freshName(), far), await add(stranger)];
  const ofAgents = await add(admin, freshName(), office.world.people.agent.businessUnitId);

  const chief = office.identityOf('chief');

  const seen = (await listRows(office.deps, chief, CUSTOM_DOMAINS, {})).map(({ id }) => id);

  expect([ofAccount, ofFar, ofOther, ofAgents].map(({ id }) => seen.includes(id))).toEqual([true, true, false, false]);
  await expect(verifyDomain(office.deps, { identity: chief, requestId: 'r' }, ofAgents.id)).rejects.toThrow(
    'Custom domain not found.',
  );
  expect((await admin.call(verifyCustomDomain, { params: { id: ofOther.id } })).status).toBe(404);
});

describe('the proxy', () => {
  test('gets no answer without its token', async () => {
    const domain = await add();
    await makeRight(domain);

    expect([await ask(domain.custom_domain), await ask(domain.custom_domain, 'wrong')]).toEqual([200, 404]);
    expect([await ask('nobody.test'), await ask('')]).toEqual([404, 404]);
  });
});
