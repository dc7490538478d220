import type { ReceivedLead } from '#contract/public-pages.contract.ts';
import type { Tx } from '../../db/tx.ts';
import type { Lead } from './lead.ts';

/** Requests of one agent one after the other: each looks for the contact that another may be making. */
export const lockAgent = (tx: Tx, userId: number) =>
  tx.raw(`select pg_advisory_xact_lock(hashtextextended('webpage_lead', $1))`, [userId]);

export interface LeadOwner {
  readonly id: number;
  readonly business_unit_id: number;
  readonly name: string;
  readonly email: string;
}

/** An active agent with this page, in the account. */
export const findAgentNamed = async (tx: Tx, domain: string): Promise<number | null> =>
  (await tx.raw<{ id: number }>('select id from users where lower(webpage_domain) = $1 and active', [domain]))[0]?.id ??
  null;

/** The user, or their nearest active manager, or an administrator of the account. */
export const findOwner = async (tx: Tx, userId: number | null): Promise<LeadOwner | null> =>
  (
    await tx.raw<LeadOwner>(
      `select u.id, u.business_unit_id, trim(u.first_name || ' ' || u.last_name) as name, u.email
       from users u left join user_tree t on t.ancestor_id = u.id and t.descendant_id = $1
       where u.active and (t.depth is not null or 'admin' = any(u.roles))
       order by t.depth nulls last, u.id limit 1`,
      [userId],
    )
  )[0] ?? null;

export interface NewLead {
  readonly lead: Lead;
  readonly userId: number;
  readonly contactId: number | null;
  readonly isNew: boolean;
}

/** Keys of those that were delivered. */
export const findKnownKeys = async (tx: Tx, leads: readonly Pick<Lead, 'key'>[]): Promise<ReadonlySet<string>> => {
  const rows = await tx.raw<{ key: string }>(
    'select key from webpage_leads where account_id = app_account_id() and key = any($1)',
    [leads.map(({ key }) => key)],
  );
  return new Set(rows.map(({ key }) => key));
};

export const isPuzzleUsed = async (tx: Tx, puzzle: string): Promise<boolean> =>
  (await tx.raw('select from webpage_leads where account_id = app_account_id() and puzzle = $1', [puzzle])).length > 0;

/** `null`: another process has just delivered it. */
export async function insertLead(tx: Tx, { lead, userId, contactId, isNew }: NewLead): Promise<number | null> {
  const [made] = await tx.raw<{ id: number }>(
    `insert into webpage_leads (account_id, user_id, contact_id, is_new, key, proof, puzzle, received_at, host, entered, consents,
       address, browser, language)
     values (app_account_id(), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict do nothing returning id`,
    [
      userId,
      contactId,
      isNew,
      lead.key,
      lead.proof,
      lead.puzzle,
      new Date(lead.at),
      lead.host,
      JSON.stringify(lead.entered),
      JSON.stringify(lead.consents),
      lead.address,
      lead.browser,
      lead.language,
    ],
  );
  return made?.id ?? null;
}

export interface LeadRow {
  readonly id: number;
  readonly user_id: number;
  readonly contact_id: number | null;
  readonly contact_number: number | null;
  readonly proof: Lead['proof'];
  readonly received_at: Date;
  readonly host: string;
  readonly language: Lead['language'];
  readonly entered: Lead['entered'];
  readonly consents: Lead['consents'];
}

const COLUMNS = `l.id, l.user_id, l.contact_id, c.number as contact_number, l.proof, l.received_at, l.host, l.language, l.entered, l.consents
  from webpage_leads l left join contacts c on c.id = l.contact_id`;

/** Newest first. A contact that went to someone else isn't named. */
export const findLeads = (tx: Tx, userId: number, { limit, offset }: { limit: number; offset: number }) =>
  tx.raw<LeadRow>(`select ${COLUMNS} where l.user_id = $1 order by l.id desc limit $2 offset $3`, [
    userId,
    limit,
    offset,
  ]);

export const countLeads = async (tx: Tx, userId: number): Promise<number> =>
  (await tx.raw<{ count: number }>('select count(*)::int as count from webpage_leads where user_id = $1', [userId]))[0]
    ?.count ?? 0;

export const lockLead = async (tx: Tx, userId: number, id: number): Promise<LeadRow | null> =>
  (await tx.raw<LeadRow>(`select ${COLUMNS} where l.id = $2 and l.user_id = $1 for update of l`, [userId, id]))[0] ??
  null;

export const acceptLead = (tx: Tx, id: number, contactId: number, isNew: boolean) =>
  tx.raw('update webpage_leads set contact_id = $2, is_new = $3 where id = $1', [id, contactId, isNew]);

export const toReceived = (row: LeadRow): ReceivedLead => ({
  id: row.id,
  at: row.received_at.toISOString(),
  name: `${row.entered.first_name} ${row.entered.last_name}`.trim(),
  phone: row.entered.phone,
  email: row.entered.email,
  topic: row.entered.topic,
  message: row.entered.message,
  language: row.language,
  proof: row.proof,
  agreed: row.consents.filter(({ given }) => given).map(({ box }) => box),
  contact:
    row.contact_id === null || row.contact_number === null ? null : { id: row.contact_id, number: row.contact_number },
});
