import type { KeptKind } from '#contract/erasures.contract.ts';
import type { Tx } from '../../db/tx.ts';

type Values = Readonly<Record<string, unknown>>;

interface FoundRecord {
  readonly kind: KeptKind;
  /** Day from which the law counts. */
  readonly day: string;
  readonly values: Values;
}

/** Records that the rules of the topic retention are about, as `isHeld` of server/retention/purge-contacts.ts. */
export const findRecords = (tx: Tx, ids: readonly number[]): Promise<FoundRecord[]> =>
  tx.raw(
    `select 'consents' as kind, greatest(given_at, created_at)::date as day, to_jsonb(r) - 'account_id' as values
       from contact_consents r where contact_id = any($1)
     union all select 'decisions', at::date, to_jsonb(r) - 'account_id' from contact_decisions r where contact_id = any($1)
     union all select 'do_not_call', at::date, to_jsonb(r) - 'account_id' from contact_activities r
       where contact_id = any($1) and type = 'do_not_call'
     union all select 'scopes_of_appointment', coalesce(completed_at, signed_at)::date, to_jsonb(r) - 'account_id' || jsonb_build_object(
         'seals', (select jsonb_agg(jsonb_build_object('seq', s.seq, 'evidence', s.evidence, 'hash', encode(s.hash, 'hex')) order by s.seq)
           from soa_seals s where s.soa_request_id = r.id))
       from soa_requests r where contact_id = any($1) and signed_at is not null
     union all select 'policies', greatest(created_at::date, effective_on, expires_on), to_jsonb(r) - 'account_id'
       from policies r where contact_id = any($1)
     order by day`,
    [ids],
  );

interface FoundRecording {
  readonly until: string;
  readonly source: string;
  readonly values: Values;
}

/** Recordings of calls with these contacts that have a last day. Their bytes have the name `recording_key`. */
export const findRecordings = (tx: Tx, ids: readonly number[]): Promise<FoundRecording[]> =>
  tx.raw(
    `select r.keep_until as until, coalesce(r.retention_rule ->> 'source', '') as source, jsonb_build_object(
         'id', r.id, 'call_id', r.call_id, 'recording_key', r.recording_key, 'seconds', r.seconds, 'created_at', r.created_at,
         'announced_at', r.announced_at, 'agreed_at', r.agreed_at) as values
     from call_recordings r join calls k on k.id = r.call_id left join files f on f.id = r.file_id
     where (k.contact_id = any($1) or f.contact_id = any($1)) and r.keep_until is not null and r.recording_key is not null
     order by r.id`,
    [ids],
  );

/** Outbound calls to these contacts that aren't service calls. */
export const findCallRecords = (tx: Tx, ids: readonly number[]): Promise<{ day: string; values: Values }[]> =>
  tx.raw(
    `select created_at::date as day, jsonb_build_object('id', id, 'from', from_number, 'to', to_number, 'user_id', user_id,
         'purpose', purpose, 'started_at', created_at, 'seconds', seconds, 'outcome', outcome, 'disposition', disposition) as values
     from calls where contact_id = any($1) and direction = 'outbound' and purpose <> 'service' order by id`,
    [ids],
  );
