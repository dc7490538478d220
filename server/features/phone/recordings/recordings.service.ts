import { createReadStream } from 'node:fs';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { durationText } from '#rules/time/duration-text.ts';
import { clockText, wallClocks } from '#rules/time/zoned-time.ts';
import { utcDay } from '#rules/time/days.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { retentionOfCall } from '../../compliance/recording-rule.ts';
import { addRecording, moveRecording } from '../../files/call-recordings.ts';
import { ownZone } from '../../profile/own-day.ts';
import type { FinishedRecording } from '../calls/call-facts.ts';
import { findEvents } from '../calls/call-events.sql.ts';
import { type CallRow, findAccountOfCall, lockCall } from '../calls/calls.sql.ts';
import { noteEvents } from '../calls/note-fact.service.ts';
import {
  findPlaceOfContact,
  findRecordings,
  type FoundRecording,
  insertRecording,
  keepLonger,
  linkRecording,
} from './recordings.sql.ts';
import { otherNumber } from '../calls/to-call.ts';

/**
 * Stores a recording: its bytes, its retention, and a file of the contact if the call has one. Storing it twice has one
 * effect; an unknown call stores nothing.
 */
export async function keepRecording(
  deps: Pick<Deps, 'pool' | 'now' | 'storage'>,
  callId: number,
  { path, key, ...recording }: FinishedRecording,
): Promise<void> {
  const accountId = await findAccountOfCall(deps.pool, callId);
  if (accountId === null) return;
  const known = await withAccount(deps.pool, { accountId }, (tx) => findRecordings(tx, callId));
  if (known.some(({ recording_key: kept }) => kept === key)) return;
  const bytes = await deps.storage.save(key, createReadStream(path));
  await withAccount(deps.pool, { accountId }, async (tx) => {
    const call = await lockCall(tx, callId);
    if (call === null) return;
    const [at, agreed] = [deps.now(), await findEvents(tx, callId, ['agreed'])];
    const kept = await retentionOf(tx, call, at);
    const id = await insertRecording(tx, {
      ...recording,
      callId,
      key,
      bytes,
      agreedAt: agreed[0]?.at ?? null,
      carrierSid: recording.carrierSid ?? null,
      rule: kept?.rule ?? null,
      keepUntil: kept?.until ?? null,
      at,
    });
    if (id === null) return;
    await linkRecordings(tx, call, at);
    await noteEvents(tx, callId, [{ key: `kept-${key}`, kind: 'kept', at, body: {}, userId: null }], at);
  });
}

/**
 * Turns recordings of a call into files of its contact, or moves them with it to another one; retention is never
 * shortened.
 */
export async function linkRecordings(tx: Tx, call: CallRow, at: Date): Promise<void> {
  const { account_id: accountId, contact_id: contactId, user_id: userId } = call;
  if (contactId === null || userId === null) return;
  const kept = await retentionOf(tx, call, at);
  if (kept !== null) await keepLonger(tx, call.id, kept);
  for (const recording of await findRecordings(tx, call.id)) {
    if (recording.file_id !== null) {
      await moveRecording(tx, accountId, { fileId: recording.file_id, contactId, at });
      continue;
    }
    const fileId = await addRecording(tx, accountId, {
      ...(await wordsOf(tx, call, userId, recording)),
      contactId,
      userId,
      bytes: recording.bytes,
      fileKey: recording.recording_key,
      at,
    });
    await linkRecording(tx, recording.id, fileId);
  }
}

async function retentionOf(tx: Tx, call: CallRow, at: Date) {
  const place = await findPlaceOfContact(tx, call.contact_id);
  const day = utcDay(call.answered_at ?? at);
  return retentionOfCall(tx, { ...place, phone: otherNumber(call), purpose: call.purpose, day });
}

/** "Call 11-21-2026 11.05.wav" by the clock of the agent, "Outgoing call to 1-512-555-0142, 6:42". */
async function wordsOf(tx: Tx, call: CallRow, userId: number, { seconds, created_at: at }: FoundRecording) {
  const began = new Date((call.answered_at ?? at).getTime());
  const { day, minute } = wallClocks()(await ownZone(tx, userId), began.getTime());
  const [year, month, date] = day.split('-');
  const way = call.direction === 'inbound' ? 'Incoming call from' : 'Outgoing call to';
  return {
    name: `Call ${month}-${date}-${year} ${clockText(minute).replace(':', '.')}.wav`,
    description: `${way} ${formatPhone(otherNumber(call))}, ${durationText(seconds)}`,
  };
}
