import { sql } from 'kysely';
import { MAX_DOMAINS } from '#contract/custom-domains.contract.ts';
import { HELD_MS } from '#rules/custom-domains/domain-standing.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { afterSave, beforeRemove, beforeSave } from '../../resource/rules.ts';
import { type Table, table } from '../../resource/table.ts';
import { ofUnit } from '../../resource/visibility.ts';
import * as sqlOf from './custom-domains.sql.ts';
import { domainName, isWithin } from './domain-name.ts';
import { requireEdge } from './inspect-domain.ts';

const heldFrom = (at: Date) => new Date(at.getTime() + HELD_MS);

export const CUSTOM_DOMAINS: Table = table({
  name: 'custom_domains',
  title: 'custom_domain',
  columns: { custom_domain: domainName },
  select:
    () => sql`r.id, r.account_id, r.business_unit_id, r.custom_domain, r.status, r.fault, r.records, r.checks, r.checked_at,
    r.next_check_at, r.verified_at, r.failing_since, r.created_at`,
  order: () => sql`r.custom_domain, r.id`,
  visibility: ofUnit(),
  rules: [
    beforeSave(async ({ tx, deps }, { id, values }) => {
      const { target } = requireEdge(deps.config);
      const domain = String(values['custom_domain']);
      const own = [target, ...(deps.config.appUrl === null ? [] : [new URL(deps.config.appUrl).hostname])];
      if (own.some((host) => isWithin(domain, host)))
        throw refuseField('custom_domain', 'This is an address of the app itself. Enter a domain of your agency.');
      if (await sqlOf.isNamed(tx, domain, id))
        throw refuseField('custom_domain', 'Your agency already has this domain.');
      if (id === 0 && (await sqlOf.countDomains(tx)) >= MAX_DOMAINS)
        throw new Refusal('conflict', `An agency has at most ${MAX_DOMAINS} custom domains. Remove one first.`);
    }),
    afterSave(async ({ tx, deps }, { id, before, changes }) => {
      if (!('custom_domain' in changes)) return null;
      if (before !== null) await sqlOf.releaseDomain(tx, String(before['custom_domain']), heldFrom(deps.now()));
      await sqlOf.resetDomain(tx, id, deps.now());
      return null;
    }),
    beforeRemove(async ({ tx, deps }, row) => {
      await sqlOf.releaseDomain(tx, String(row['custom_domain']), heldFrom(deps.now()));
    }),
  ],
});
