import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dnsRecords, embeddedDns, type Zone } from '../../server/adapters/domains/dns-records.ts';
import { inspectDomain } from '../../server/features/mail/domain/inspect-domain.ts';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
const PRIVATE = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const RECORD = `v=DKIM1; k=rsa; p=${publicKey.export({ type: 'spki', format: 'der' }).toString('base64')}`;
const HOST = 's1._domainkey.a.test';

const inspect = (zone: Zone, dkim: string | null = null, domain = 'a.test') =>
  inspectDomain(embeddedDns(zone), {
    domain,
    server: 'mail.a.test',
    dkim: dkim === null ? null : { domain, selector: 's1', privateKey: dkim },
  });
const [SPF, DKIM, DMARC] = [0, 1, 2];
const one = async (at: number | undefined, zone: Zone, dkim: string | null = null) =>
  (await inspect(zone, dkim))[at ?? 0];

describe('SPF', () => {
  test.each([
    ['right', ['v=spf1 a:mail.a.test ~all', 'other'], null],
    ['missing', ['other'], 'v=spf1 a:mail.a.test ~all'],
    ['missing', 'ENODATA', 'v=spf1 a:mail.a.test ~all'],
    ['no_domain', 'ENOTFOUND', 'v=spf1 a:mail.a.test ~all'],
    ['server_failed', 'ESERVFAIL', null],
    ['no_answer', 'ETIMEOUT', null],
    [
      'several',
      ['v=spf1 ip4:192.0.2.1 -all', 'v=spf1 include:b.test ~all'],
      'v=spf1 ip4:192.0.2.1 include:b.test ~all',
    ],
    ['open_to_all', ['v=spf1 mx +all'], 'v=spf1 mx ~all'],
    ['malformed', ['v=spf1 mx, ~all'], 'v=spf1 a:mail.a.test ~all'],
  ])('%s: %j', async (reason, records, wanted) =>
    expect(await one(SPF, { 'a.test': records })).toMatchObject({ reason, wanted, host: 'a.test' }),
  );

  test('counts look-ups through includes and redirects', async () => {
    const chain = (end: string) => ({
      'a.test': ['v=spf1 a mx include:b.test ~all'],
      'b.test': ['v=spf1 exists:x.test include:c.test include:gone.test'],
      'c.test': [`v=spf1 a ptr ip4:192.0.2.1 ${end}redirect=d.test`],
      'd.test': ['v=spf1 -all'],
    });

    expect(await one(SPF, chain(''))).toMatchObject({ reason: 'right', lookups: 9 });
    expect(await one(SPF, chain('mx a:y.test '))).toMatchObject({ reason: 'too_many_lookups', lookups: 11 });
  });

  test('that includes itself has too many look-ups', async () =>
    expect(await one(SPF, { 'a.test': ['v=spf1 include:a.test -all'] })).toMatchObject({ reason: 'too_many_lookups' }));
});

describe('DKIM', () => {
  test.each([
    ['right', [RECORD], null],
    ['right', [RECORD.replace('v=DKIM1; k=rsa; ', '')], null],
    ['missing', 'ENOTFOUND', RECORD],
    ['missing', ['other'], RECORD],
    ['other_key', ['v=DKIM1; p=AAAA'], RECORD],
    ['revoked', ['v=DKIM1; p='], RECORD],
    ['server_failed', 'ESERVFAIL', RECORD],
    ['several', [RECORD, 'v=DKIM1; p=AAAA'], RECORD],
  ])('%s: %j', async (reason, records, wanted) =>
    expect(await one(DKIM, { [HOST]: records }, PRIVATE)).toMatchObject({ reason, wanted, host: HOST }),
  );

  test('of an Ed25519 key has its 32 bytes', async () => {
    const pair = generateKeyPairSync('ed25519');
    const found = await one(DKIM, {}, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString());
    const { x = '' } = pair.publicKey.export({ format: 'jwk' });

    expect(found?.wanted).toBe(`v=DKIM1; k=ed25519; p=${Buffer.from(x, 'base64url').toString('base64')}`);
  });

  test("can't be judged where mail isn't signed", async () =>
    expect(await one(DKIM, {})).toMatchObject({ reason: 'not_signed', wanted: null }));
});

describe('DMARC', () => {
  test.each([
    ['right', ['v=DMARC1; p=reject'], null],
    ['only_watches', ['v=DMARC1; p=none; rua=mailto:x@a.test'], 'v=DMARC1; p=quarantine; rua=mailto:x@a.test'],
    ['missing', 'ENOTFOUND', 'v=DMARC1; p=quarantine'],
    ['malformed', ['v=DMARC1; p=perhaps'], 'v=DMARC1; p=quarantine'],
    ['several', ['v=DMARC1; p=reject', 'v=DMARC1; p=none'], 'v=DMARC1; p=reject'],
    ['no_answer', 'ETIMEOUT', null],
  ])('%s: %j', async (reason, records, wanted) =>
    expect(await one(DMARC, { '_dmarc.a.test': records })).toMatchObject({ reason, wanted }),
  );

  test('of the domain above counts', async () =>
    expect((await inspect({ '_dmarc.a.test': ['v=DMARC1; p=reject'] }, null, 'mail.a.test'))[2]).toMatchObject({
      reason: 'right',
    }));
});

test('a name server that is away is no answer', async () =>
  expect(await dnsRecords(['127.0.0.1:1']).txt('a.test')).toBe('unanswered'));
