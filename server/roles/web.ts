import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { FastifyInstance } from 'fastify';
import { startNotifyPubSub } from '../adapters/pub-sub/notify-pub-sub.ts';
import { supervisorAbove } from '../adapters/supervisor.ts';
import { type AppOptions, createApp } from '../app.ts';
import { attachCable } from '../cable/cable-server.ts';
import { startRelay } from '../cable/relay.ts';
import type { Config } from '../config.ts';
import { refuseNewer } from '../db/migrations.ts';
import { requireIsolation } from '../db/require-isolation.ts';
import { readAnnouncedAddresses, isBehindLine } from '../http/announced-addresses.ts';
import { passVoiceOn } from '../http/voice-upgrade.ts';
import { requirePublicAddress } from '../http/same-origin.ts';
import { startSendingQueue } from '../jobs/pg-boss-queue.ts';
import { serveMetrics } from '../telemetry/metrics.ts';
import { createGround, messengersOf } from './deps.ts';

/** Time for a load balancer to notice that this process is leaving, in ms; short in a demo. Our choice. */
const LEAVE_MS = 3_000;

/** Time for requests in progress at a stop, in ms. Our choice. */
const DRAIN_MS = 7_000;

/**
 * After a busy time V8 puts new rows straight among the old objects, where dead ones keep all that follows them alive:
 * its quick collections then take 8 ms instead of 1. Source: measured, the 99th percentile of the list at 400/s.
 */
const NO_PRETENURING = '--no-allocation-site-pretenuring';

export interface Web {
  readonly url: string;
  /** Takes no new requests, ends those under way, closes everything. */
  stop(): Promise<void>;
}

/** Serves pages, API and cable on one port. @throws what `sentenceOf` knows to say. */
export async function startWeb(config: Config, options: AppOptions = {}): Promise<Web> {
  requirePublicAddress(config);
  setFlagsFromString(NO_PRETENURING);
  const { url: databaseUrl, ...ground } = await createGround(config, 'web');
  const { pool, log } = ground;
  await refuseNewer(pool);
  await requireIsolation(pool);
  const jobs = await startSendingQueue(databaseUrl, log);
  const pubSub = await startNotifyPubSub({ pool, log });
  const supervisor = supervisorAbove();
  const deps = { ...ground, ...messengersOf(ground, jobs), jobs, pubSub, ...(supervisor && { supervisor }) };
  const app = await createApp(deps, options);
  const cable = attachCable(app.server, deps);
  const voice = passVoiceOn(app.server, deps);
  const relay = startRelay(deps);
  if (isBehindLine(config)) readAnnouncedAddresses(app.server);
  await listen(app, config);
  const metrics = await serveMetrics(config.metrics, log);

  const stop = async () => {
    app.leaving = true;
    if (config.appEnv === 'stage' || config.appEnv === 'production') await sleep(LEAVE_MS);
    await Promise.race([Promise.all([cable.close(), app.close()]), sleep(DRAIN_MS, undefined, { ref: false })]);
    voice.close();
    metrics.close();
    await relay.close();
    await Promise.all([pubSub.close(), jobs.close()]);
    await pool.end();
  };
  return { url: urlOf(app, config), stop };
}

/** `localhost` means both families: the address that a browser picks must answer. */
async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  await app.listen({ host, port, listenTextResolver: () => 'listening' });
}

function urlOf(app: FastifyInstance, { host }: Config): string {
  const { port } = app.server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
