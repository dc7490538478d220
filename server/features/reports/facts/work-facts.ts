import { sql } from 'kysely';
import {
  type Asked,
  CONTACT_NAME,
  contactOf,
  dayOf,
  type FactSource,
  flag,
  ofChosen,
  ofContacts,
  ofPeople,
  one,
  type Sql,
  within,
} from './fact-source.ts';

interface Work {
  readonly kind: string;
  readonly table: string;
  readonly alias: string;
  readonly person: Sql;
  readonly at: Sql;
  readonly where: Sql;
  readonly measures: FactSource['measures'];
  readonly title: Sql;
  readonly detail: Sql;
}

/** What an agent did about a contact. It counts for them, not for the owner of the contact. */
const work = (asked: Asked, { kind, table, alias, person, at, where, ...rest }: Work): FactSource => {
  const contact = sql.ref(`${alias}.contact_id`);
  return {
    kind,
    from: sql`${sql.table(table)} as ${sql.ref(alias)} ${contactOf(contact, asked)}`,
    where: [
      sql`${sql.ref(`${alias}.account_id`)} = app_account_id()`,
      where,
      within(at, asked),
      ofPeople(person, asked),
      ofChosen(contact, asked),
    ],
    id: sql.ref(`${alias}.id`),
    person,
    contact: 'c',
    day: dayOf(at, asked),
    splits: { kind: { key: sql`${kind}::text` } },
    ...rest,
  };
};

/** Calls that someone made or answered; one that rang at several is no one's until then. */
export const madeCalls = (asked: Asked): FactSource =>
  work(asked, {
    kind: 'call',
    table: 'calls',
    alias: 'k',
    person: sql`k.user_id`,
    at: sql`k.created_at`,
    where: sql`k.user_id is not null and k.status = 'ended'`,
    measures: { calls: one, talk_seconds: sql`k.seconds` },
    title: sql`coalesce(nullif(${CONTACT_NAME}, ''), case k.direction when 'inbound' then k.from_number else k.to_number end)`,
    detail: sql`k.direction`,
  });

export const sentTexts = (asked: Asked): FactSource =>
  work(asked, {
    kind: 'text',
    table: 'text_messages',
    alias: 't',
    person: sql`t.user_id`,
    at: sql`t.sent_at`,
    where: sql`t.direction = 'out' and t.sent_at is not null and t.user_id is not null and t.broadcast_id is null
      and t.automatic is null and not exists (select from sequence_sends s where s.text_id = t.id)`,
    measures: { texts: one },
    title: sql`coalesce(nullif(${CONTACT_NAME}, ''), t.to_number)`,
    detail: sql`''`,
  });

export const sentEmails = (asked: Asked): FactSource =>
  work(asked, {
    kind: 'email',
    table: 'contact_emails',
    alias: 'm',
    person: sql`m.user_id`,
    at: sql`m.at`,
    where: sql`m.direction = 'out' and m.status in ('sent', 'recorded') and m.broadcast_id is null
      and not exists (select from sequence_sends s where s.email_id = m.id)`,
    measures: { emails: one },
    title: CONTACT_NAME,
    detail: sql`case when c.id is null then '' else m.subject end`,
  });

export const writtenNotes = (asked: Asked): FactSource =>
  work(asked, {
    kind: 'note',
    table: 'notes',
    alias: 'n',
    person: sql`n.author_id`,
    at: sql`n.created_at`,
    where: sql`n.deleted_at is null and n.import_id is null`,
    measures: { notes: one },
    title: CONTACT_NAME,
    detail: sql`case when c.id is null then '' else left(n.body, 120) end`,
  });

/** Recordings count for the agent on the call. */
export const recordedCalls = (asked: Asked): FactSource => ({
  kind: 'recording',
  from: sql`call_recordings r join calls k on k.id = r.call_id ${contactOf(sql`k.contact_id`, asked)}`,
  where: [
    sql`r.account_id = app_account_id() and k.user_id is not null`,
    within(sql`r.created_at`, asked),
    ofPeople(sql`k.user_id`, asked),
    ofChosen(sql`k.contact_id`, asked),
  ],
  id: sql`k.id`,
  person: sql`k.user_id`,
  contact: 'c',
  day: dayOf(sql`r.created_at`, asked),
  splits: { channel: { key: sql`'call'::text` } },
  measures: { recordings: one, unannounced: flag(sql`r.announced_at is null`) },
  title: sql`coalesce(nullif(${CONTACT_NAME}, ''), case k.direction when 'inbound' then k.from_number else k.to_number end)`,
  detail: sql`k.direction`,
});

/** Entries of the ledger of consents that stand; they count for the owner of the contact. */
export const ledgerEntries = (asked: Asked): FactSource => ({
  kind: 'consent',
  from: sql`contact_consents e join contacts c on c.id = e.contact_id`,
  where: [
    sql`e.account_id = app_account_id() and e.retracts_id is null
      and not exists (select from contact_consents r where r.retracts_id = e.id)`,
    within(sql`e.given_at`, asked),
    ...ofContacts(asked),
  ],
  id: sql`e.id`,
  person: sql`c.owner_id`,
  contact: 'c',
  day: dayOf(sql`e.given_at`, asked),
  splits: { channel: { key: sql`e.channel` } },
  measures: {
    consents: flag(sql`e.kind = 'given'`),
    withdrawn: flag(sql`e.kind = 'withdrawn'`),
    do_not_call: flag(sql`e.kind = 'do_not_call'`),
  },
  title: CONTACT_NAME,
  detail: sql`e.kind`,
});
