import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { requestErasure } from '#contract/erasures.contract.ts';
import { runErasure } from '../../server/features/erasures/erase-person.ts';
import { onChange, withAccount } from '../../server/db/tx.ts';
import { sealFor } from '../../server/features/erasures/subject-keys.ts';
import { recordTopUp } from '../../server/features/wallets/record-top-up.ts';
import { unitSeal } from '../../server/features/records/data-keys.ts';
import type { Client } from '../_api/app.ts';
import { type Office, openOffice } from '../contacts/office.ts';

export const NAME = { first_name: 'Zyxquil', last_name: 'Vorbaskin' };
const PHONE = '+12105559713';

/** Each stands nowhere else in the database. */
export const VALUES = [
  NAME.first_name,
  NAME.last_name,
  '2105559713',
  'qwelk@vorb.example',
  '17 Plinthgorse Way',
  'Xanburg',
  'Kwombat Mills',
  'PX-771-QQ',
  'likes blue herons',
  'asked at the herons club',
  'evidence of herons',
  'Formername',
];

export interface ErasureDesk extends Office {
  readonly admin: Client;
  readonly agent: Client;
  /** A contact whose values stand in every table that may have them. Returns its id. */
  plant(): Promise<number>;
  request(id: number, who?: Client, reason?: string): ReturnType<typeof ask>;
  /** Runs the job of an erasure in this process. */
  run(erasureId: number): Promise<void>;
  /** The same, killed after that many statements that change rows or remove bytes. */
  runUntilKilled(erasureId: number, left: number): Promise<void>;
  /** A contact of the other account. */
  addForeign(values: Readonly<Record<string, string>>): Promise<number>;
  sql<Row extends object = { id: number }>(text: string, ...values: unknown[]): Promise<Row[]>;
}

const ask = (who: Client, id: number, reason: string) => who.call(requestErasure, { params: { id }, body: { reason } });

export async function openDesk(): Promise<ErasureDesk> {
  const office = await openOffice();
  const [admin, agent] = [await office.signIn('admin'), await office.signIn('agent')];
  await office.owner.query(`update sessions set sudo_until = now() + interval '1 hour'`);
  const { accountId, people } = office.world;
  const sql = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
    (await office.owner.query<Row>(text, values)).rows;
  return {
    ...office,
    admin,
    agent,
    sql,
    request: (id, who = admin, reason = 'Letter of June 1') => ask(who, id, reason),
    run: (erasureId) => runErasure(office.deps, { accountId, erasureId }, new AbortController().signal),
    runUntilKilled: (erasureId, left) => {
      const { storage } = office.deps;
      let count = 0;
      const step = () => {
        count += 1;
        if (count >= left) throw new Error('killed');
      };
      // A kill takes the transaction along: its statements are never committed.
      const dying = { ...storage, remove: (key: string) => Promise.resolve(step()).then(() => storage.remove(key)) };
      const now = () => (step(), office.deps.now());
      const alive = new AbortController();
      return onChange.run(step, () =>
        runErasure({ ...office.deps, storage: dying, now }, { accountId, erasureId }, alive.signal),
      );
    },
    addForeign: async (values) => {
      const columns = Object.keys(values);
      const [row] = await sql<{ id: number }>(
        `insert into contacts (account_id, business_unit_id, owner_id, number, ${columns.join(', ')})
         select account_id, business_unit_id, id, 1, ${columns.map((_, at) => `$${at + 2}`).join(', ')} from users
         where account_id = $1 order by id limit 1 returning id`,
        office.world.otherAccountId,
        ...Object.values(values),
      );
      return row?.id ?? 0;
    },
    plant: async () => {
      const id = await office.add({
        owner: 'agent',
        ...NAME,
        phone: PHONE,
        email: 'qwelk@vorb.example',
        address: '17 Plinthgorse Way',
        city: 'Xanburg',
        company: 'Kwombat Mills',
      });
      const agentId = people.agent.id;
      const given = [accountId, id, agentId, `'${NAME.first_name} ${NAME.last_name}'`];
      for (const text of PLANTED) {
        await office.owner.query(
          text.replaceAll(/\$(\d)(::\w+)?/g, (_, place: string) => String(given[Number(place) - 1])),
        );
      }
      await office.deps.storage.save('print-herons-1', Readable.from(['likes blue herons']));
      await office.deps.storage.save('file-herons-1', Readable.from(['likes blue herons']));
      await office.deps.storage.save('import-herons-1', Readable.from(['likes blue herons']));
      await office.deps.storage.save('recording-gone-1', Readable.from(['likes blue herons']));
      await office.deps.storage.save('recording-kept-1', Readable.from(['a recorded sales call']));
      await withAccount(office.deps.pool, { accountId }, async (tx) => {
        const { seal } = office.deps;
        const words = await sealFor(tx, seal, { type: 'contact', id }, 'evidence of herons');
        await tx.raw(
          `insert into audit_log (account_id, actor_id, acting_as_id, action, subject_type, subject_id, detail)
           values ($1, $3, $3, 'contacts.opted_out', 'contact', $2, jsonb_build_object('words', $4::text))`,
          [accountId, id, agentId, words.toString('base64')],
        );
        const request = {
          kind: 'topUp',
          ownerId: agentId,
          cents: 500,
          description: `Texts to ${NAME.first_name} ${NAME.last_name}`,
          isRefill: false,
          card: { customerRef: 'c', methodRef: 'm' },
          masked: '4242',
          at: office.deps.now(),
        } as const;
        const key = randomUUID();
        await tx.raw(
          `insert into billing_operations (account_id, user_id, kind, key, request, started_at, settled_at, outcome)
           values ($1, $2, 'topUp', $3, $4, now(), now(), 'done')`,
          [accountId, agentId, key, JSON.stringify(request)],
        );
        await recordTopUp(tx, { userId: agentId, at: request.at, key, request, chargeRef: key });
        const unit = await unitSeal(tx, seal, people.agent.businessUnitId);
        await tx.raw(`insert into rx_details (contact_id, account_id, sealed) values ($1, $2, $3)`, [
          id,
          accountId,
          unit.seal('[]', `rx:${id}`),
        ]);
      });
      return id;
    },
  };
}

/** `$1`: account; `$2`: contact; `$3`: its agent; `$4`: its name. */
const PLANTED = [
  `insert into notes (account_id, contact_id, author_id, body) select $1, $2, $3, 'likes blue herons'`,
  `insert into contact_activities (account_id, contact_id, user_id, actor_id, type, body) select $1, $2, $3, $3, 'visit', 'likes blue herons'`,
  `insert into contact_emails (account_id, contact_id, user_id, actor_id, direction, address, subject, body, status)
   select $1, $2, $3, $3, 'out', 'qwelk@vorb.example', $4, 'likes blue herons', 'sent'`,
  `insert into policies (account_id, contact_id, carrier, policy_number, notes) select $1, $2, 'Aetna', 'PX-771-QQ', $4`,
  `insert into securities (account_id, contact_id, company, notes) select $1, $2, 'Kwombat Mills', $4`,
  `insert into data_captures (account_id, contact_id, captures) select $1, $2, jsonb_build_array(jsonb_build_object('label', 'x', 'value', $4))`,
  `insert into medicare_facts (account_id, contact_id, plan_name) select $1, $2, $4`,
  `insert into contact_consents (account_id, contact_id, channel, kind, purpose, evidence, source, given_at, user_id, actor_id)
   select $1, $2, 'mail', 'withdrawn', 'any', 'asked at the herons club', 'asked', now(), $3, $3`,
  `insert into contact_changes (account_id, contact_id, version, field, before, after) select $1, $2, 1, 'last_name', 'Formername', 'Vorbaskin'`,
  `insert into contact_decisions (account_id, contact_id, channel, purpose, at, allowed, reason, evidence, user_id, actor_id)
   select $1, $2, 'call', 'marketing', now(), true, '', jsonb_build_object('said', $4), $3, $3`,
  `with c as (
     insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, contact_id, caller_city, note, status, created_at, ended_at)
     select $1, gen_random_uuid(), 'embedded', 'outbound', '+12105550100', '+12105559713', $3, $3, $2, 'Xanburg', $4, 'ended', now(), now() from generate_series(1, 2) returning id
   ), e as (
     insert into call_events (account_id, call_id, event_key, kind, body, at) select $1, id, 'dialled', 'dialled', '{"to":"+12105559713"}', now() from c
   ), f as (
     insert into files (account_id, contact_id, user_id, kind, name, type, bytes, file_key, state, created_at, updated_at)
     values ($1, $2, $3, 'file', 'Scan ' || $4 || '.pdf', 'pdf', 1, 'file-herons-1', 'ready', now(), now()),
       ($1, $2, $3, 'call', 'Call.wav', 'wav', 1, 'recording-kept-1', 'ready', now(), now()),
       ($1, $2, $3, 'call', 'Call.wav', 'wav', 1, 'recording-gone-1', 'ready', now(), now()) returning id, file_key
   )
   insert into call_recordings (account_id, call_id, file_id, recording_key, keep_until, retention_rule, created_at)
   select $1, (select min(id) from c), f.id, f.file_key, case when f.file_key like '%kept%' then '2090-01-01'::date end,
     '{"id":1,"title":"t","source":"42 CFR 422.504(d)"}', now() from f where f.file_key like 'recording%'`,
  `insert into calls (account_id, conversation, line, direction, from_number, to_number, user_id, actor_id, note, status, created_at, ended_at)
   select $1, gen_random_uuid(), 'embedded', 'inbound', '+12105559713', '+12105550100', $3, $3, '', 'ended', now(), now()`,
  `with v as (
     insert into conversations (account_id, contact_id, phone, user_id, owner_id, created_at)
     values ($1, $2, '+12105559713', $3, $3, now()), ($1, null, '+12105559713', $3, $3, now()) returning id, contact_id
   ), t as (
     insert into text_messages (account_id, conversation_id, contact_id, direction, status, body, from_number, to_number, segments, carrier, asks, created_at)
     select $1, id, contact_id, 'in', 'received', 'STOP ' || $4, '+12105559713', '+12105550100', 1, 'embedded', 'opt_out', now() from v returning id, account_id
   ), d as (
     insert into text_drafts (account_id, user_id, conversation_id, body, updated_at) select $1, $3, id, 'likes blue herons', now() from v
   )
   insert into number_consents (account_id, number, kind, evidence, text_id, given_at) select $1, '+12105559713', 'withdrawn', 'Texted “STOP ' || $4 || '”.', max(id), now() from t`,
  `with t as (
     insert into campaign_triggers (account_id, name, trigger_type, body) values ($1, 'Greeting', 'sms', 'Hi') returning id
   ), e as (
     insert into sequence_enrollments (account_id, trigger_id, contact_id, enrolled_contact_id, occasion, due_at, note, created_at)
     select $1, id, $2, $2, 'contact_added', now(), 'Waits for ' || $4, now() from t returning id
   )
   insert into sequence_sends (account_id, enrollment_id, step, decision, at)
   select $1, id, 0, jsonb_build_object('said', $4), now() from e`,
  `with s as (insert into chat_sessions (account_id, user_id, actor_id, intent, welcome) values ($1, $3, $3, 'contact_search', '{}') returning id)
   insert into chat_messages (account_id, session_id, message_type, content, metadata)
   select $1, id, 'user', 'Who is ' || $4, jsonb_build_object('city', 'Xanburg', 'id', $2) from s`,
  `insert into outbox_mails (account_id, recipient, subject, text_body) select $1, 'qwelk@vorb.example', 'Hello', $4 || ' likes blue herons'`,
  `insert into notifications (account_id, user_id, kind, about_id, occurrence, title, body, href, created_at)
   select $1, $3, 'lead', 1, 'x', 'New request from your page: ' || $4, 'About “blue herons”', '/contacts/1', now()`,
  `with e as (insert into webhook_endpoints (account_id, name, url, events) values ($1, 'Hooks of ' || $3, 'https://hooks.agency.test', '{call.ended}') returning id
   ), d as (
     insert into webhook_deliveries (account_id, endpoint_id, event_id, kind, at, data, due_at)
     select $1, id, 'evt_' || id, 'call.ended', now(), '{}', now() from e returning id
   )
   insert into webhook_attempts (account_id, delivery_id, at, took, status, answer) select $1, id, now(), 12, 404, 'No contact ' || $4 from d`,
  `insert into outbox_texts (account_id, recipient, body) select $1, '+12105559713', $4`,
  `insert into quick_filters (account_id, user_id, name, scope) select $1, $3, $4, jsonb_build_object('search', $4)`,
  `insert into exports (account_id, business_unit_id, user_id, actor_id, format, selection, sentence, columns, why, confirmed, created_at)
   select $1, business_unit_id, $3, $3, 'csv', jsonb_build_object('q', $4), 'Named ' || $4, '{}', 'For ' || $4, 1, now() from contacts where id = $2`,
  `insert into events (account_id, stream, body, "offset") select $1, 'user:' || $3, jsonb_build_object('type', 'x', 'name', $4, 'city', 'Xanburg'), 1`,
  `with i as (
     insert into imports (account_id, user_id, actor_id, owner_id, file_name, file_bytes, file_key, status, last_rows, preview, started_at, finished_at)
     values ($1, $3, $3, $3, $4 || '.csv', 1, 'import-herons-1', 'done', jsonb_build_array(jsonb_build_object('name', $4)), jsonb_build_array($4), now(), now()) returning id
   ), r as (
     insert into import_rows (account_id, import_id, row_number, outcome, reason, contact_id, cells, before)
     select $1, id, 1, 'updated', '', $2, null, jsonb_build_object('city', 'Xanburg') from i
     union all select $1, id, 2, 'problem', 'invalid', null, array[$4, '(210) 555-9713', 'Xanburg'], null from i
   )
   insert into import_check_rows (account_id, import_id, row_number, reason, message, cells)
   select $1, id, 2, 'invalid', $4, array['Vorbaskin', 'Xanburg'] from i`,
  `with p as (
     insert into print_jobs (account_id, jid, user_id, actor_id, kind, options, selection, sentence, status, total, file_key, created_at, finished_at)
     values ($1, 'p-herons', $3, $3, 'labels', '{"start_at":1,"per_household":false}', '{"ids":[1]}', 'Named ' || $4, 'complete', 1, 'print-herons-1', now(), now()) returning id
   )
   insert into print_rows (account_id, job_id, position, contact_id, outcome) select $1, id, 1, $2, 'printed' from p`,
  `with b as (
     insert into bulk_jobs (account_id, user_id, actor_id, change, selection, sentence, status, total, created_at)
     values ($1, $3, $3, '{"action":"do_not_call","channels":["call"],"source":"asked","evidence":"evidence of herons"}', '{"ids":[1]}', 'Named ' || $4, 'done', 1, now()) returning id
   )
   insert into bulk_rows (account_id, job_id, position, contact_id, outcome, before) select $1, id, 1, $2, 'changed', jsonb_build_object('city', 'Xanburg') from b`,
  `insert into idempotency_keys (account_id, user_id, endpoint, key, request_hash, status, reply, created_at)
   select $1, $3, 'createNote', 'k1', '\\x00', 200, jsonb_build_object('data', 'likes blue herons ' || $4), now() - interval '1 minute'`,
];
