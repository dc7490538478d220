import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultIn } from '#rules/custom-domains/judge-domain.ts';
import { domainDns } from '../../server/adapters/domains/domain-dns.ts';
import { inspectDomain } from '../../server/features/custom-domains/inspect-domain.ts';
import { type NameServer, openNameServer, type Zone } from '../_adapters/name-server.ts';

const TARGET = 'edge.host.test';
const EDGE = ['192.0.2.10', '2001:0db8:0:0:0:0:0:0010'] as const;
const PROOF = 'agency-verify=9f2c61d0a7';

const BASE: Zone = {
  [TARGET]: { a: EDGE[0], aaaa: EDGE[1] },
  'agency.test': { ns: ['ns.agency.test'] },
  'ns.agency.test': { a: '127.0.0.1' },
};
const right: Zone = {
  ...BASE,
  'plans.agency.test': { cname: TARGET },
  '_own.plans.agency.test': { txt: ['v=other', PROOF] },
};

let resolver: NameServer;
/** The zone's own server. */
let authority: NameServer;

beforeAll(async () => {
  [resolver, authority] = [await openNameServer({}), await openNameServer({})];
});
afterAll(async () => {
  await resolver.close();
  await authority.close();
});

const portOf = ({ address }: NameServer) => Number(address.split(':')[1]);

/** What is found where resolvers know `known`, and the zone's own server `own`. */
async function look(known: Zone, { domain = 'plans.agency.test', own = known, addresses = [] as string[] } = {}) {
  resolver.know(known);
  authority.know(own);
  return inspectDomain(domainDns([resolver.address], portOf(authority)), {
    domain,
    zone: 'agency.test',
    target: TARGET,
    addresses,
    proof: { host: `_own.${domain}`, value: PROOF },
  });
}

test('a domain with a CNAME and its TXT record is right, and no CAA record is needed', async () => {
  const records = await look(right);

  expect(records.map(({ type, host, found, state }) => [type, host, found, state])).toEqual([
    ['CNAME', 'plans.agency.test', [TARGET], 'right'],
    ['TXT', '_own.plans.agency.test', [PROOF], 'right'],
    ['CAA', 'agency.test', [], 'right'],
  ]);
  expect(faultIn(records)).toBeNull();
});

describe('names the fault', () => {
  const changed = (more: Zone): Zone => ({ ...right, ...more });
  test.each<[string, Zone, string, string]>([
    ['a CNAME to another host', changed({ 'plans.agency.test': { cname: 'parked.test' } }), 'CNAME', 'wrong_target'],
    ['addresses elsewhere', changed({ 'plans.agency.test': { a: '198.51.100.7' } }), 'CNAME', 'wrong_target'],
    ['the addresses of a proxy', changed({ 'plans.agency.test': { a: '104.18.3.4' } }), 'CNAME', 'proxied'],
    [
      'an IPv6 address elsewhere',
      changed({ 'plans.agency.test': { a: EDGE[0], aaaa: '2001:0db8:0:0:0:0:0:9999' } }),
      'CNAME',
      'ipv6_elsewhere',
    ],
    ['no record of the name', changed({ 'plans.agency.test': 'noDomain' }), 'CNAME', 'missing'],
    ['a name without records', changed({ 'plans.agency.test': {} }), 'CNAME', 'missing'],
    ['a domain that no one has registered', { [TARGET]: { a: EDGE[0] } }, 'CNAME', 'no_domain'],
    ['failing name servers', changed({ 'plans.agency.test': 'failure' }), 'CNAME', 'server_failed'],
    ['no TXT record', changed({ '_own.plans.agency.test': 'noDomain' }), 'TXT', 'missing'],
    [
      'a TXT record of another agency',
      changed({ '_own.plans.agency.test': { txt: ['agency-verify=1'] } }),
      'TXT',
      'wrong_token',
    ],
    [
      'a CAA record above',
      changed({ 'agency.test': { ns: ['ns.agency.test'], caa: ['digicert.com'] } }),
      'CAA',
      'caa_forbids',
    ],
  ])('%s', async (_name, zone, type, state) => {
    const records = await look(zone);

    expect(records.find((record) => record.type === type)?.state).toBe(state);
  });

  test('an authority that may issue is right among others', async () => {
    const zone = changed({
      'agency.test': { ns: ['ns.agency.test'], caa: ['digicert.com', 'letsencrypt.org; validationmethods=http-01'] },
    });

    expect(faultIn(await look(zone))).toBeNull();
  });

  test('name servers that stay silent', async () => {
    const records = await look(changed({ 'plans.agency.test': 'silence' }));

    expect(records[0]?.state).toBe('no_answer');
  }, 20_000);

  test('resolvers that still have the old value, and for how long', async () => {
    const old = changed({ 'plans.agency.test': { a: '198.51.100.7', ttl: 1_800 } });

    const [target] = await look(old, { own: right });

    expect([target?.state, target?.found, target?.ttl]).toEqual(['propagating', ['198.51.100.7'], 1_800]);
  });
});

describe('a domain without a subdomain', () => {
  const apex = (records: Exclude<Zone[string], string>): Zone => ({
    ...BASE,
    'agency.test': { ns: ['ns.agency.test'], ...records },
    '_own.agency.test': { txt: [PROOF] },
  });

  test('has the addresses of the host', async () => {
    const [target, ...others] = await look(apex({ a: EDGE[0] }), { domain: 'agency.test' });

    expect([target?.type, target?.expected, target?.state]).toEqual(['A', [EDGE[0]], 'right']);
    expect(faultIn(others)).toBeNull();
  });

  test('takes the addresses of the settings', async () => {
    const [target] = await look(apex({ a: '203.0.113.9' }), { domain: 'agency.test', addresses: ['203.0.113.9'] });

    expect([target?.expected, target?.state]).toEqual([['203.0.113.9'], 'right']);
  });

  test("can't have a CNAME", async () => {
    const [target] = await look({ ...apex({}), 'agency.test': { cname: TARGET } }, { domain: 'agency.test' });

    expect(target?.state).toBe('cname_at_apex');
  });
});

test('the addresses of the host are right in place of a CNAME', async () => {
  const zone = { ...right, 'plans.agency.test': { a: EDGE[0], aaaa: EDGE[1] } };

  expect(faultIn(await look(zone))).toBeNull();
});
