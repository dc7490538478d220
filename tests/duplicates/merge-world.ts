import { mergeContacts, undoMerge } from '#contract/duplicates.contract.ts';
import type { CallArgs } from '#contract/endpoint.ts';
import { createSeal } from '../../server/seal.ts';
import { unitSeal } from '../../server/features/records/data-keys.ts';
import { rxOwner } from '../../server/features/records/rx-words.ts';
import { numberOwner } from '../../server/features/records/sealed-fields.service.ts';
import { withAccount } from '../../server/db/tx.ts';
import type { DuplicatesDesk } from './duplicates-desk.ts';

/** Tables that a merge touches, what names their rows, and what it may not give back. */
const TABLES: Readonly<Record<string, readonly [key: string, without: string]>> = {
  contacts: ['t.id::text', "- 'version' - 'updated_at'"],
  notes: ['t.id::text', ''],
  files: ['t.id::text', ''],
  policies: ['t.id::text', ''],
  securities: ['t.id::text', ''],
  contact_emails: ['t.id::text', ''],
  contact_activities: ['t.id::text', ''],
  calls: ['t.id::text', ''],
  text_messages: ['t.id::text', ''],
  workflow_logs: ['t.id::text', ''],
  sequence_enrollments: ['t.id::text', ''],
  calendar_events: ['t.id::text', ''],
  calendar_event_changes: ['t.id::text', ''],
  soa_requests: ['t.id::text', ''],
  soa_events: ['t.id::text', ''],
  webpage_leads: ['t.id::text', ''],
  contact_consents: ['t.id::text', ''],
  contact_decisions: ['t.id::text', ''],
  data_captures: ['t.contact_id::text', "- 'version'"],
  medicare_facts: ['t.contact_id::text', ''],
  rx_details: ['t.contact_id::text', ''],
  rx_words: ['t.contact_id::text', ''],
  sealed_fields: ["t.contact_id || ' ' || t.field", ''],
  favorite_items: ["t.list_id || ' ' || t.item_id", ''],
};

/** Every row of those tables as text, by `<table> <key>`. */
export async function rowsOf(it: DuplicatesDesk): Promise<ReadonlyMap<string, string>> {
  const all = new Map<string, string>();
  for (const [table, [key, without]] of Object.entries(TABLES)) {
    const rows = await it.sql<{ key: string; line: string }>(
      `select ${key} as key, (to_jsonb(t) ${without})::text as line from ${table} t`,
    );
    for (const row of rows) all.set(`${table} ${row.key}`, row.line);
  }
  return all;
}

/** The rows that are not in both, or not the same. */
export const differing = (a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): string[] =>
  [...new Set([...a.keys(), ...b.keys()])].filter((key) => a.get(key) !== b.get(key)).toSorted();

export const merge = async (it: DuplicatesDesk, body: NonNullable<CallArgs<typeof mergeContacts>['body']>) =>
  (await it.admin.call(mergeContacts, { body })).body.data;
export const unmerge = async (it: DuplicatesDesk, id: number) =>
  (await it.admin.call(undoMerge, { params: { id } })).body.data;

/** Related records of a contact. */
export interface Hanging {
  readonly note: number;
  readonly log: number;
  readonly list: number;
}

/** Something of everything, for one contact; `plenty` as well what only one can have, and a stop that others lift later. */
export async function hang(it: DuplicatesDesk, id: number, plenty = true): Promise<Hanging> {
  const { accountId, people } = it.world;
  const user = people.agent.id;
  const one = async (table: string, columns: string, values: string) =>
    (
      await it.sql<{ id: number }>(
        `with given as (select $1::bigint as account, $2::bigint as contact, $3::bigint as person)
         insert into ${table} (account_id, ${columns}) select account, ${values} from given returning id`,
        [accountId, id, user],
      )
    )[0]?.id ?? 0;
  const note = await one('notes', 'contact_id, author_id, body, pinned', "contact, person, 'Said hello', true");
  const log = await one('workflow_logs', 'contact_id, workflow_name, status', "contact, 'Welcome', 'done'");
  await one('policies', 'contact_id, carrier', "contact, 'Acme'");
  await one('securities', 'contact_id, company', "contact, 'Acme'");
  await one('contact_activities', 'contact_id, user_id, actor_id, type', "contact, person, person, 'call'");
  await one(
    'calls',
    'contact_id, user_id, conversation, line, direction, from_number, to_number, created_at',
    "contact, person, gen_random_uuid(), 'embedded', 'outbound', '+18135550107', '+15125550142', now()",
  );
  const thread = await one(
    'conversations',
    'contact_id, phone, user_id, owner_id, created_at',
    "contact, '+15125550142', person, person, now()",
  );
  await one(
    'text_messages',
    'contact_id, conversation_id, direction, status, body, from_number, to_number, segments, carrier, created_at',
    `contact, ${thread}, 'out', 'sent', 'Hi', '+18135550107', '+15125550142', 1, 'embedded', now()`,
  );
  await one(
    'contact_emails',
    'contact_id, user_id, actor_id, direction, address, subject, body, status',
    "contact, person, person, 'out', 'a@example.com', 'Hi', 'Hello', 'sent'",
  );
  await one(
    'files',
    'contact_id, user_id, kind, name, type, bytes, file_key, state, created_at, updated_at',
    "contact, person, 'file', 'a.pdf', 'pdf', 1, 'f' || contact, 'ready', now(), now()",
  );
  await one(
    'contact_consents',
    'contact_id, channel, kind, evidence, source, given_at',
    "contact, 'call', 'given', 'said so', 'asked', now()",
  );
  const list = await one('favorite_lists', 'user_id, kind, name', "person, 'contacts', 'List ' || contact");
  await it.sql('insert into favorite_items (account_id, list_id, item_id) values ($1, $2, $3)', [accountId, list, id]);
  if (plenty) await hangSingles(it, id);
  await one(
    'contact_consents',
    'contact_id, channel, kind, evidence, source, given_at',
    plenty
      ? "contact, 'mail', 'withdrawn', 'no more mail', 'asked', '2026-01-01'"
      : "contact, 'mail', 'given', 'said so', 'asked', '2026-02-01'",
  );
  return { note, log, list };
}

/** Records that a contact can have only once. */
async function hangSingles(it: DuplicatesDesk, id: number): Promise<void> {
  const { accountId } = it.world;
  const unit = it.identityOf('agent').businessUnitId;
  await it.sql(`insert into data_captures (account_id, contact_id, captures) values ($1, $2, $3)`, [
    accountId,
    id,
    JSON.stringify([{ label: 'Dog', value: `Rex ${id}` }]),
  ]);
  await it.sql(`insert into medicare_facts (account_id, contact_id, plan_name) values ($1, $2, 'Gold')`, [
    accountId,
    id,
  ]);
  await withAccount(it.deps.pool, { accountId }, async (tx) => {
    const own = await unitSeal(tx, it.deps.seal, unit);
    await tx.raw('insert into rx_details (account_id, contact_id, sealed) values ($1, $2, $3)', [
      accountId,
      id,
      own.seal('[]', rxOwner(id)),
    ]);
    await tx.raw('insert into rx_words (contact_id, place, account_id, hash) values ($1, 0, $2, $3)', [
      id,
      accountId,
      Buffer.from(String(id)),
    ]);
    await tx.raw(
      `insert into sealed_fields (account_id, contact_id, field, sealed, blind_index) values ($1, $2, 'ssn', $3, $4)`,
      [accountId, id, own.seal('123456789', numberOwner(id, 'ssn')), Buffer.from(String(id))],
    );
  });
}

/** Bytes that no key has sealed. */
export const otherSeal = createSeal([Buffer.alloc(32, 7)]);

/** Contacts whose partner is not linked with them. */
export const LONE_LINKS = `select c.id from contacts c join contacts l on l.id = c.linked_contact_id
  where c.merged_into_id is null and (l.linked_contact_id is distinct from c.id or l.merged_into_id is not null)`;
