import { sql } from 'kysely';
import { SPENT } from '../../ledger/ledger.ts';
import { type Asked, dayOf, type FactSource, ofPeople, one, type Sql, within } from './fact-source.ts';

/** A piece of work that someone started. */
const run = (
  asked: Asked,
  { person, at, where, ...rest }: Omit<FactSource, 'day' | 'where'> & { readonly at: Sql; readonly where: Sql },
): FactSource => ({
  ...rest,
  person,
  day: dayOf(at, asked),
  where: [where, within(at, asked), ofPeople(person, asked)],
});

/** Imports that have begun. */
export const startedImports = (asked: Asked): FactSource =>
  run(asked, {
    kind: 'import',
    from: sql`imports i`,
    where: sql`i.account_id = app_account_id() and i.deleted_at is null and i.started_at is not null`,
    id: sql`i.id`,
    person: sql`i.user_id`,
    at: sql`i.started_at`,
    splits: {
      vendor: {
        key: sql`coalesce(i.api_vendor_id::text, '')`,
        label: sql`(select v.vendor_name from api_vendors v where v.id = i.api_vendor_id)`,
      },
      outcome: { key: sql`i.status` },
    },
    measures: {
      imports: one,
      rows_created: sql`i.created`,
      rows_updated: sql`i.updated`,
      rows_skipped: sql`i.skipped`,
      rows_problem: sql`i.problems`,
    },
    title: sql`i.file_name`,
    detail: sql`i.status`,
  });

export const requestedTransfers = (asked: Asked): FactSource =>
  run(asked, {
    kind: 'transfer',
    from: sql`transfer_attempts a`,
    where: sql`a.account_id = app_account_id()`,
    id: sql`a.id`,
    person: sql`a.user_id`,
    at: sql`a.created_at`,
    splits: { outcome: { key: sql`a.status` } },
    measures: {
      transfers: one,
      moved: sql`a.moved`,
      left_alone: sql`a.left_alone + a.unchanged`,
      returned: sql`a.put_back`,
    },
    title: sql`'Transfer ' || a.id`,
    detail: sql`a.status`,
  });

const recipients = (condition: Sql): Sql =>
  sql`(select count(*) from broadcast_recipients t where t.broadcast_id = b.id and ${condition})`;

export const begunBroadcasts = (asked: Asked): FactSource =>
  run(asked, {
    kind: 'broadcast',
    from: sql`broadcasts b`,
    where: sql`b.account_id = app_account_id()`,
    id: sql`b.id`,
    person: sql`b.user_id`,
    at: sql`b.started_at`,
    splits: { item: { key: sql`b.id::text`, label: sql`b.name` }, channel: { key: sql`b.channel` } },
    measures: {
      recipients: recipients(sql`t.state <> 'left_out'`),
      delivered: recipients(sql`t.state in ('sent', 'delivered')`),
      failed: recipients(sql`t.state = 'failed'`),
      replied: recipients(sql`t.replied_at is not null`),
      opted_out: recipients(sql`t.opted_out_at is not null`),
      broadcasts: one,
    },
    title: sql`b.name`,
    detail: sql`b.channel`,
  });

/** Minutes and segments as plans count them. */
export const usedServices = (asked: Asked): FactSource =>
  run(asked, {
    kind: 'usage',
    from: sql`usage_facts f`,
    where: sql`f.account_id = app_account_id()`,
    id: sql`f.id`,
    person: sql`f.user_id`,
    at: sql`f.at`,
    splits: { kind: { key: sql`case f.kind when 'sms' then 'sms' else 'call' end` } },
    measures: {
      minutes: sql`case f.kind when 'dialer' then f.quantity else 0 end`,
      segments: sql`case f.kind when 'sms' then f.quantity else 0 end`,
    },
    title: sql`case f.kind when 'sms' then 'Text' else 'Call' end`,
    detail: sql`''`,
  });

/** What wallets of people paid; others' only for those who manage wallets. */
export const spentMoney = (asked: Asked): FactSource =>
  run(asked, {
    kind: 'spend',
    from: sql`ledger_accounts l join ledger_entries e on e.ledger_account_id = l.id
      join ledger_transfers x on x.id = e.transfer_id join users w on w.id = l.owner_id`,
    where: sql`l.account_id = app_account_id() and ${sql.raw(SPENT)}
      and ${asked.seesSpending ? sql`true` : sql`l.owner_id = ${asked.readerId}`}`,
    id: sql`x.id`,
    person: sql`l.owner_id`,
    at: sql`x.event_at`,
    splits: { kind: { key: sql`l.usage` } },
    measures: { spent_micros: sql`e.amount` },
    title: sql`x.description`,
    detail: sql`l.usage`,
  });
