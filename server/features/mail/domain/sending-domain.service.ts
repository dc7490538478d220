import type { DomainFinding, SendingDomain } from '#contract/mail/sending-domain.contract.ts';
import { isTryout } from '#rules/access/tryout.ts';
import { type DnsRecords, dnsRecords, embeddedDns } from '../../../adapters/domains/dns-records.ts';
import { writeAudit } from '../../../audit.ts';
import type { Config } from '../../../config.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { Refusal } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import type { Caller } from '../../../resource/table.ts';
import { inspectDomain, type InspectedDomain } from './inspect-domain.ts';

/** A domain with something right, something missing and something to improve, where mail stays inside. */
const SAMPLE: InspectedDomain = { domain: 'agency.test', server: 'mail.agency.test', dkim: null };
const SAMPLE_ZONE = {
  'agency.test': ['v=spf1 a:mail.agency.test include:_spf.agency.test ~all'],
  '_spf.agency.test': ['v=spf1 ip4:192.0.2.0/24 -all'],
  '_dmarc.agency.test': ['v=DMARC1; p=none; rua=mailto:dmarc@agency.test'],
};

type Use = Pick<Config, 'smtp' | 'appEnv' | 'dnsServers'>;

interface Inspected extends InspectedDomain {
  readonly sample: boolean;
  readonly dns: DnsRecords;
}

/** `null`: no mail server is connected. */
export function inspectedOf({ smtp, appEnv, dnsServers }: Use): Inspected | null {
  if (smtp === null) return isTryout(appEnv) ? { ...SAMPLE, sample: true, dns: embeddedDns(SAMPLE_ZONE) } : null;
  const domain = smtp.from
    .slice(smtp.from.lastIndexOf('@') + 1)
    .replace(/[>\s].*$/, '')
    .toLowerCase();
  const server = new URL(smtp.url).hostname;
  return { domain, server, dkim: smtp.dkim ?? null, sample: false, dns: dnsRecords(dnsServers) };
}

interface Row {
  readonly findings: DomainFinding[];
  readonly checked_at: Date;
}

const rowOf = async (tx: Tx, domain: string): Promise<Row | null> =>
  (
    await tx.raw<Row>(
      'select findings, checked_at from sending_domain_checks where account_id = app_account_id() and domain = $1',
      [domain],
    )
  )[0] ?? null;

const shown = ({ domain, sample }: Inspected, row: Row | null): SendingDomain => ({
  domain,
  sample,
  checked_at: row?.checked_at.toISOString() ?? null,
  findings: row?.findings ?? [],
});

const NO_DOMAIN: SendingDomain = { domain: null, checked_at: null, findings: [], sample: false };

/** The domain with its last check. */
export async function readSendingDomain(deps: Deps, identity: Identity): Promise<SendingDomain> {
  const inspected = inspectedOf(deps.config);
  if (inspected === null) return NO_DOMAIN;
  const row = await withAccount(deps.pool, identity, (tx) => rowOf(tx, inspected.domain));
  return shown(inspected, row);
}

/** Asks the DNS, outside of any transaction, and keeps what it said. @throws {Refusal} `conflict` without a mail server. */
export async function checkDomain(deps: Deps, { identity, requestId }: Caller): Promise<SendingDomain> {
  const inspected = inspectedOf(deps.config);
  if (inspected === null)
    throw new Refusal('conflict', 'No mail server is connected, so e-mail has no sending domain.');
  const { domain, dns } = inspected;
  const findings = await inspectDomain(dns, inspected);
  return withAccount(deps.pool, identity, async (tx) => {
    await tx.raw(
      `insert into sending_domain_checks (account_id, domain, findings, checked_at) values (app_account_id(), $1, $2, $3)
       on conflict (account_id) do update set domain = $1, findings = $2, checked_at = $3`,
      [domain, JSON.stringify(findings), deps.now()],
    );
    await writeAudit(tx, identity, requestId, {
      action: 'sending_domain.checked',
      subjectType: 'account',
      subjectId: identity.accountId,
      detail: { domain, reasons: findings.map(({ proof, reason }) => `${proof}: ${reason}`) },
    });
    return shown(inspected, await rowOf(tx, domain));
  });
}
