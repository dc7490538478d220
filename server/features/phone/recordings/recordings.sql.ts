import type { RuleCited } from '#contract/compliance/rule-cited.contract.ts';
import { NO_ADDRESS, type PlaceFacts } from '#rules/places/whereabouts.ts';
import type { Tx } from '../../../db/tx.ts';

export interface NewRecording {
  readonly callId: number;
  /** In the storage. */
  readonly key: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly peaks: readonly [Uint8Array, Uint8Array];
  readonly announcedAt: Date | null;
  /** Time of the other party's consent; `null`: not asked. */
  readonly agreedAt: Date | null;
  readonly rule: RuleCited | null;
  /** The last day; `null` when no rule applies. */
  readonly keepUntil: string | null;
  /** The carrier's sid; `null` on the embedded line. */
  readonly carrierSid: string | null;
  readonly at: Date;
}

/** Returns its id; `null`: it already exists. */
export async function insertRecording(tx: Tx, recording: NewRecording): Promise<number | null> {
  const rows = await tx.raw<{ id: number }>(
    `insert into call_recordings (account_id, call_id, recording_key, bytes, seconds, peaks, announced_at, agreed_at,
       retention_rule, keep_until, carrier_sid, created_at)
     select app_account_id(), $1, $2, $3, $4, $5::bytea[], $6, $7, $8, $9, $10, $11
     where not exists (select from call_recordings where call_id = $1 and recording_key = $2)
     on conflict do nothing returning id`,
    [
      recording.callId,
      recording.key,
      recording.bytes,
      recording.seconds,
      recording.peaks.map((peaks) => Buffer.from(peaks)),
      recording.announcedAt,
      recording.agreedAt,
      recording.rule === null ? null : JSON.stringify(recording.rule),
      recording.keepUntil,
      recording.carrierSid,
      recording.at,
    ],
  );
  return rows[0]?.id ?? null;
}

export interface FoundRecording {
  readonly id: number;
  readonly recording_key: string;
  readonly bytes: number;
  readonly seconds: number;
  readonly file_id: number | null;
  readonly created_at: Date;
}

/** Recordings of a call with available bytes, oldest first. */
export const findRecordings = (tx: Tx, callId: number): Promise<FoundRecording[]> =>
  tx.raw(
    `select id, recording_key, bytes::float8 as bytes, seconds, file_id, created_at from call_recordings
     where call_id = $1 and recording_key is not null order by id`,
    [callId],
  );

export const linkRecording = (tx: Tx, id: number, fileId: number) =>
  tx.raw('update call_recordings set file_id = $2 where id = $1', [id, fileId]);

/** Retention changes with the call's contact; never to an earlier day. */
export const keepLonger = (tx: Tx, callId: number, kept: { rule: RuleCited; until: string }) =>
  tx.raw(
    `update call_recordings set retention_rule = $2, keep_until = $3
     where call_id = $1 and (keep_until is null or keep_until < $3::date)`,
    [callId, JSON.stringify(kept.rule), kept.until],
  );

export interface KeptRecording {
  readonly seconds: number;
  readonly peaks: readonly Buffer[];
}

/** The recording that a file is; `null`: it is another one. */
export async function findOfFile(tx: Tx, fileId: number): Promise<KeptRecording | null> {
  const rows = await tx.raw<KeptRecording>('select seconds, peaks from call_recordings where file_id = $1', [fileId]);
  return rows[0] ?? null;
}

export type ContactPlace = Omit<PlaceFacts, 'phone'>;

/** Address of the contact, as stored. Empty without a contact. */
export async function findPlaceOfContact(tx: Tx, contactId: number | null): Promise<ContactPlace> {
  const rows = await tx.raw<ContactPlace>('select state, city, zip_code from contacts where id = $1', [contactId]);
  return rows[0] ?? NO_ADDRESS;
}

/** Language of the call's contact. `null`: unknown. */
export async function findLanguage(tx: Tx, contactId: number | null): Promise<string | null> {
  const rows = await tx.raw<{ language: string | null }>('select language from contacts where id = $1', [contactId]);
  return rows[0]?.language ?? null;
}
