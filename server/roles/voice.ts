import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createMemoryPubSub } from '../adapters/pub-sub/memory-pub-sub.ts';
import type { Config } from '../config.ts';
import { refuseNewer } from '../db/migrations.ts';
import { requireIsolation } from '../db/require-isolation.ts';
import { ABANDONED_EVERY_MS, createCallLedger } from '../features/phone/calls/call-ledger.ts';
import { startChores } from '../jobs/chores.ts';
import { startSendingQueue } from '../jobs/pg-boss-queue.ts';
import { portBesideWeb, serveMetrics } from '../telemetry/metrics.ts';
import { createGateway } from '../voice/gateway.ts';
import { RecordingShelf } from '../voice/recording/recording-shelf.ts';
import { loadSounds } from '../voice/recording/sounds.ts';
import { voiceKeys, voiceSocket } from '../voice/voice-address.ts';
import { openVoiceServer } from '../voice/voice-server.ts';
import { createGround, messengersOf } from './deps.ts';

export interface Voice {
  /** Takes no new calls, waits for those under way as long as it may, then ends them. */
  stop(): Promise<void>;
}

/** Carries the calls of the embedded line: signalling, sound and recordings. */
export async function startVoice(config: Config): Promise<Voice> {
  const { url, ...ground } = await createGround(config, 'voice');
  const { pool, log, seal, now } = ground;
  // A failure in one browser's sound must not end all calls.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'voice'));
  await refuseNewer(pool);
  await requireIsolation(pool);
  const jobs = await startSendingQueue(url, log);
  const deps = { ...ground, ...messengersOf(ground, jobs), jobs, pubSub: createMemoryPubSub() };
  const ledger = createCallLedger(deps);
  const name = randomUUID();
  const recordings = new RecordingShelf({ folder: join(config.dataDir, 'recordings'), ledger, log });
  const sounds = loadSounds(config.voice.prompts);
  const gateway = createGateway({ name, ledger, recordings, sounds, voice: config.voice, now, log });
  const { port, host } = config.voice;
  const server = await openVoiceServer(port === null ? { path: voiceSocket(config.dataDir) } : { port, host }, {
    gateway,
    keys: voiceKeys(seal),
    onTrouble: (error) => log.error({ err: error }, 'voice'),
  });
  const metrics = await serveMetrics(portBesideWeb(config.metrics, 2), log);
  // Cleanup after another process must not delay the first call.
  void recordings.open();
  const endAbandoned = async () => {
    const ended = await ledger.endAbandoned([name]);
    if (ended > 0) log.warn({ ended }, 'calls that nobody carried are ended');
  };
  const keeping = startChores([{ name: 'end abandoned calls', everyMs: ABANDONED_EVERY_MS, run: endAbandoned }], log);
  return {
    stop: async () => {
      await keeping.stop();
      await gateway.drain(config.voice.drainMs);
      await server.close();
      await recordings.close();
      metrics.close();
      await jobs.close();
      await pool.end();
    },
  };
}
