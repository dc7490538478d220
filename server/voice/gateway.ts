import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { WebSocket } from 'ws';
import { REJOIN_MS } from '#contract/phone/call.contract.ts';
import type { VoiceAgent } from '../adapters/voice/voice-line.ts';
import type { Config } from '../config.ts';
import type { CallLedger } from '../features/phone/calls/call-facts.ts';
import { voice as metrics } from '../telemetry/instruments.ts';
import { Calls } from './calls.ts';
import type { ControlCommand } from './control-client.ts';
import { Device } from './device.ts';
import { mediaPorts } from './media-place.ts';
import { watchSessions } from './session-watch.ts';
import type { Recordings, Sounds } from './sound.ts';
import { createTeller } from './teller.ts';

/** Milliseconds between two looks whether the last call is over. Ours. */
const LOOK_MS = 100;
/** Milliseconds for the last facts at a stop. Ours. */
const LAST_FACTS_MS = 2_000;
/** Devices of one person. Source: promise P25. */
const MAX_DEVICES = 10;
/** Browsers of one account that have shown no token yet, which they do within a second. Ours. */
const MAX_STRANGERS = 100;

export interface GatewayUse {
  /** Limited to this process. */
  readonly name: string;
  readonly ledger: CallLedger;
  readonly recordings: Pick<Recordings, 'start' | 'keep'>;
  readonly sounds: Sounds;
  readonly voice: Pick<Config['voice'], 'address' | 'ports' | 'ringMs'>;
  /** Milliseconds between two looks at the sessions; absent: ours. */
  readonly sessionMs?: number;
  /** Milliseconds that a call waits for its browser; absent: ours. */
  readonly awayMs?: number;
  readonly now: () => Date;
  readonly log: FastifyBaseLogger;
}

export interface Gateway {
  /** A browser of an account has come, over the address that it reached. */
  take(socket: WebSocket, reached: string, account: string): void;
  /** @throws {NoSuchCall} @throws {Unfit} */
  command(sid: string, command: ControlCommand): Promise<void>;
  counts(): { readonly calls: number; readonly devices: number };
  /** Refuses new calls, waits for those under way, and ends what is left then. */
  drain(ms: number): Promise<void>;
}

/** All users' devices, and their calls. */
export function createGateway(use: GatewayUse): Gateway {
  const { name, ledger, recordings, sounds, voice, now, log } = use;
  const devices = new Set<Device>();
  const teller = createTeller({ ledger, now, log });
  const devicesOf = (userId: number) =>
    [...devices].filter((device) => device.registered && device.agent?.userId === userId);
  const complain = (error: unknown) => log.warn({ err: error }, 'voice');
  const calls = new Calls({
    gateway: name,
    ledger,
    teller,
    recordings,
    sounds,
    ports: mediaPorts(voice.ports),
    voice,
    awayMs: use.awayMs ?? REJOIN_MS,
    now,
    log,
    devicesOf,
  });

  /** Last report, so that nothing is reported twice. */
  const told = new Map<number, number>();
  const tellDevices = (agent: VoiceAgent) => {
    const count = devicesOf(agent.userId).length;
    if ((told.get(agent.userId) ?? 0) === count) return;
    if (count === 0) told.delete(agent.userId);
    else told.set(agent.userId, count);
    metrics.devices.set([...devices].filter(({ registered }) => registered).length);
    ledger.noteDevices(agent, count).catch(complain);
  };

  const world = {
    gateway: name,
    ledger,
    onRegistered: (device: Device) => {
      if (device.registered) calls.registered(device);
      if (device.agent !== null) tellDevices(device.agent);
    },
    hasRoom: ({ userId }: VoiceAgent) =>
      [...devices].filter(({ agent }) => agent?.userId === userId).length < MAX_DEVICES,
    onFrame: calls.frame.bind(calls),
    onGone: (device: Device) => {
      devices.delete(device);
      calls.gone(device);
      if (device.agent !== null) tellDevices(device.agent);
    },
    onTrouble: complain,
  };

  const unwatch = watchSessions({
    ledger,
    everyMs: use.sessionMs,
    agents: () => [...calls.agents(), ...[...devices].flatMap(({ agent }) => agent ?? [])],
    onOver: (sessionIds) => {
      calls.endOf(({ sessionId }) => sessionIds.has(sessionId), 'The session ended.');
      for (const device of devices) if (sessionIds.has(device.agent?.sessionId ?? 0)) device.signOut();
    },
    onTrouble: complain,
  });

  return {
    take: (socket, reached, account) => {
      const isStrange = (device: Device) => device.agent === null && device.account === account;
      const strangers = [...devices].filter(isStrange).length;
      if (strangers < MAX_STRANGERS) return void devices.add(new Device(socket, { reached, account }, world));
      log.warn({ account_id: Number(account) }, `${MAX_STRANGERS} browsers of the account have shown no token`);
      socket.terminate();
    },
    command: (sid, command) => calls.command(sid, command),
    counts: () => ({ calls: calls.size, devices: devices.size }),
    drain: async (ms) => {
      calls.refuseNew();
      const until = performance.now() + ms;
      while (calls.size > 0 && performance.now() < until) await sleep(LOOK_MS);
      unwatch();
      calls.endAll('The voice service was restarted.');
      await Promise.race([teller.settled(), sleep(LAST_FACTS_MS, undefined, { ref: false })]);
      for (const device of devices) device.close();
    },
  };
}
