import type { Tx } from '../../db/tx.ts';

/** Messages that are asked about, which don't count against themselves. */
export interface Besides {
  readonly textIds?: readonly number[];
  readonly emailIds?: readonly number[];
}

export interface CampaignMessage {
  readonly contact_id: number;
  readonly channel: 'text' | 'mail';
  readonly at: Date;
}

/** Hours that one calendar day can be away from an instant, in any zone of the US. */
const WINDOW = '50 hours';

/**
 * Texts and e-mails of broadcasts, sequences and workflows that contacts got in the last two days, or that are on their way to them. What is held, was
 * canceled or has failed isn't among them. The contacts are locked where the answer decides.
 */
export const findCampaignMessages = (
  tx: Tx,
  contactIds: readonly number[],
  at: Date,
  { textIds = [], emailIds = [] }: Besides = {},
) =>
  tx.prepared<CampaignMessage>(
    `select contact_id, channel, at from (
       select t.contact_id, 'text' as channel, coalesce(t.sent_at, t.claimed_at, t.created_at) as at
       from text_messages t
       where t.contact_id = any($1::bigint[]) and t.direction = 'out' and t.purpose = 'automated' and t.automatic is null
         and t.status in ('queued', 'sending', 'unconfirmed', 'sent', 'delivered') and t.id <> all($3::bigint[])
       union all
       select e.contact_id, 'mail' as channel, coalesce(e.settled_at, e.at) as at
       from contact_emails e
       where e.contact_id = any($1::bigint[]) and e.direction = 'out' and e.status in ('queued', 'sent')
         and e.id <> all($4::bigint[])
         and (e.broadcast_id is not null or exists (select from sequence_sends s where s.email_id = e.id)
           or exists (select from wf_steps s where s.email_id = e.id))
     ) m where at > $2::timestamptz - interval '${WINDOW}' order by at`,
    [contactIds, at, textIds, emailIds],
  );
