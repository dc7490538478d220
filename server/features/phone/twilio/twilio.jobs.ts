import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askTwilio, TwilioRefusal } from '../../../adapters/twilio-rest.ts';
import type { TwilioConfig } from '../../../config/services.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { JobHandlers } from '../../../jobs/runner.ts';
import { UnfitWav } from '../../../voice/recording/wav.ts';
import { findEvents } from '../calls/call-events.sql.ts';
import { convertCarrierWav } from './carrier-wav.ts';
import { noteFact } from '../calls/note-fact.service.ts';
import { keepRecording } from '../recordings/recordings.service.ts';
import { findRecordings } from '../recordings/recordings.sql.ts';

/** Milliseconds that the bytes of a recording may take. Ours: an hour of talk over a slow line. */
const FETCH_MS = 300_000;

/**
 * Fetches recordings from the carrier, by their sid and only from the configured host: a URL in a webhook is never
 * followed. A recording that isn't ready, or a carrier that is down, is retried. Once stored here, it is deleted there,
 * so that nothing outlives the retention rules; one that can't be read stays, and its call says so.
 */
export const twilioJobs = (deps: Deps): JobHandlers => ({
  'phone.fetchRecording': async ({ accountId, callId, recordingSid }) => {
    const { twilio } = deps.config;
    if (twilio === null) throw new Error('A recording waits at Twilio, which the settings do not name any more.');
    const key = `rec-${recordingSid}`;
    const [announced, known] = await withAccount(deps.pool, { accountId }, async (tx) => [
      await findEvents(tx, callId, ['announced']),
      await findRecordings(tx, callId),
    ]);
    if (known.some(({ recording_key: kept }) => kept === key)) return deleteThere(twilio, recordingSid);
    const path = `Recordings/${recordingSid}.wav?RequestedChannels=2`;
    const { body } = await askTwilio(twilio, { what: 'a recording', path, withinMs: FETCH_MS });
    if (body === null) throw new Error('Twilio gave a recording without sound.');
    const folder = await mkdtemp(join(tmpdir(), 'bellwether-recording-'));
    try {
      const recording = await convertCarrierWav(body, join(folder, `${recordingSid}.wav`));
      const announcedAt = announced.map(({ at }) => at).toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null;
      await keepRecording(deps, callId, {
        ...recording,
        announcedAt,
        key,
        carrierSid: recordingSid,
      });
      await deleteThere(twilio, recordingSid);
    } catch (error) {
      if (!(error instanceof UnfitWav)) throw error;
      deps.log.error({ err: error, call_id: callId }, 'a recording of the carrier cannot be read');
      const reason = 'The carrier sent an unreadable recording.';
      await noteFact(deps, callId, { key: `${recordingSid}:unfit`, at: deps.now(), kind: 'recordingFailed', reason });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

/** A missing recording is fine. */
async function deleteThere(twilio: TwilioConfig, sid: string): Promise<void> {
  try {
    await askTwilio(twilio, { what: 'to delete a recording', path: `Recordings/${sid}.json`, method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof TwilioRefusal && error.status === 404)) throw error;
  }
}
