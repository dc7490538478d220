import { brandOf } from '#brands/brand.ts';
import { pageTextsOf } from '#brands/legal-pages.ts';
import type { Query, Reply } from '#contract/endpoint.ts';
import type { listWebpageLeads, readOwnWebpage, ReceivedLead } from '#contract/public-pages.contract.ts';
import { pageGaps } from '#rules/public-pages/page-gaps.ts';
import { pageUrl } from '#rules/public-pages/page-host.ts';
import { writeAudit } from '../../audit.ts';
import { readAccount, withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { emitContactsChanged } from '../contacts/contact-events.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { contactFor } from './deliver-lead.service.ts';
import * as leads from './leads.sql.ts';
import { findCorporationOf, findPageAgent } from './page-facts.sql.ts';

/** `port`: of the request, for the address on this machine. @throws {Refusal} `not_found`. */
export function readOwnPage(
  { pool, config }: Pick<Deps, 'pool' | 'config'>,
  identity: Identity,
  port: number,
): Promise<Reply<typeof readOwnWebpage>['data']> {
  return readAccount(pool, identity, async (tx) => {
    const agent = await findPageAgent(tx, identity.userId);
    if (agent === null) throw new Refusal('not_found', 'User not found.');
    const corporation = await findCorporationOf(tx, agent);
    const { domain, organizations, plans } = agent;
    const needsNumbers = pageTextsOf(brandOf(config.brand)).pageNotices.en.some((notice) => notice.includes('{plans}'));
    const gaps = pageGaps({
      domain,
      about: agent.about_me,
      phone: agent.phone || (corporation?.phone ?? ''),
      office: corporation?.office_address ?? '',
      hours: corporation?.office_hours ?? [],
      licenses: agent.licensed_states,
      organizations,
      plans,
      needsNumbers,
    });
    const url = domain === null ? null : pageUrl(domain, config.appUrl, port);
    return { url, active: agent.active, gaps, organizations, plans, needs_numbers: needsNumbers };
  });
}

/** Newest first. */
export const listLeads = (
  { pool }: Pick<Deps, 'pool'>,
  identity: Identity,
  { page, limit }: Query<typeof listWebpageLeads>,
): Promise<Reply<typeof listWebpageLeads>> =>
  readAccount(pool, identity, async (tx) => {
    const rows = await leads.findLeads(tx, identity.userId, { limit, offset: (page - 1) * limit });
    const count = await leads.countLeads(tx, identity.userId);
    return {
      data: rows.map(leads.toReceived),
      meta: { current_page: page, limit, total_count: count, total_pages: Math.max(1, Math.ceil(count / limit)) },
    };
  });

/** @throws {Refusal} `not_found`, `conflict` when it is a contact already. */
export function acceptLead(deps: Deps, { identity, requestId }: Caller, id: number): Promise<ReceivedLead> {
  const { accountId, userId } = identity;
  return withAccount(deps.pool, identity, async (tx) => {
    await leads.lockAgent(tx, userId);
    const row = await leads.lockLead(tx, userId, id);
    if (row === null) throw new Refusal('not_found', 'Request not found.');
    if (row.contact_id !== null) throw new Refusal('conflict', 'This request is one of your contacts already.');
    const owner = await leads.findOwner(tx, userId);
    if (owner === null) throw new Refusal('not_found', 'Request not found.');
    const lead = { entered: row.entered, at: row.received_at.getTime(), host: row.host, language: row.language };
    const contact = await contactFor(deps, tx, { accountId, owner, lead });
    await leads.acceptLead(tx, id, contact.id, contact.isNew);
    await writeAudit(tx, identity, requestId, {
      action: 'webpage_lead.accepted',
      subjectType: 'contact',
      subjectId: contact.id,
      detail: { lead_id: id },
    });
    await emitContactsChanged(tx, accountId, [{ id: contact.id, owner_id: userId }]);
    const now = await leads.lockLead(tx, userId, id);
    if (now === null) throw new Error('the accepted request is gone');
    return leads.toReceived(now);
  });
}
