import { type RawBuilder, sql } from 'kysely';
import type { OptOutChannel } from '#contract/bulk.contract.ts';
import type { Purpose } from '#contract/compliance.contract.ts';

/** Purpose of an opt-out of many: marketing and what reaches further. */
export const OPT_OUT_PURPOSE: Extract<Purpose, 'marketing'> = 'marketing';

/** Day on the last clock of the US: a consent that expires holds as long as it may. */
export const LAST_ZONE = 'Pacific/Pago_Pago';

/** A do-not-call entry stops calls and texts, one of texts those alone. */
const STOPPED: Readonly<Record<OptOutChannel, readonly OptOutChannel[]>> = {
  call: ['call', 'text'],
  text: ['text'],
  mail: ['mail'],
};

const STOPS: Readonly<Record<OptOutChannel, RawBuilder<unknown>>> = {
  call: sql`e.kind = 'withdrawn' and e.channel in ('call', 'any') or e.kind = 'do_not_call' and e.channel <> 'text'`,
  text: sql`e.kind = 'withdrawn' and e.channel in ('text', 'any') or e.kind = 'do_not_call'`,
  mail: sql`e.kind = 'withdrawn' and e.channel in ('mail', 'any')`,
};

const counts = (alias: 'e' | 'g') =>
  sql`not exists (select from contact_consents x where x.retracts_id = ${sql.ref(`${alias}.id`)})`;

/** No consent of the contact `c` to the channel is later. */
const unlifted = (channel: OptOutChannel, since: RawBuilder<unknown>, now: Date) =>
  sql`not exists (select from contact_consents g where g.contact_id = c.id and g.kind = 'given'
    and g.channel in (${channel}, 'any') and g.purpose in ('marketing', 'automated', 'any')
    and g.given_at > ${since} and g.given_at <= ${now}::timestamptz and ${counts('g')}
    and (g.expires_on is null or g.expires_on >= (${now}::timestamptz at time zone ${LAST_ZONE})::date))`;

/** As `lastWord` of `src/rules/compliance/consent-ledger.ts` decides for marketing. */
function isStopped(channel: OptOutChannel, now: Date): RawBuilder<unknown> {
  const byEntry = sql`exists (select from contact_consents e where e.contact_id = c.id and (${STOPS[channel]})
    and e.purpose in ('service', 'marketing', 'any') and e.given_at <= ${now}::timestamptz and ${counts('e')}
    and ${unlifted(channel, sql`e.given_at`, now)})`;
  if (channel === 'mail') return byEntry;
  return sql`(${byEntry} or exists (select from contact_activities a where a.contact_id = c.id
    and a.type = 'do_not_call' and a.deleted_at is null and a.at <= ${now}::timestamptz
    and ${unlifted(channel, sql`a.at`, now)}))`;
}

/** Channels of these that the contact `c` hasn't opted out of, as text[]. */
export const missingOptOuts = (channels: readonly OptOutChannel[], now: Date): RawBuilder<unknown> =>
  sql`array_remove(array[${sql.join(
    channels.map((channel) => {
      const isSo = sql.join(
        STOPPED[channel].map((stopped) => isStopped(stopped, now)),
        sql` and `,
      );
      return sql`case when not (${isSo}) then ${channel}::text end`;
    }),
  )}], null)`;
