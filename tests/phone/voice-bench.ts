import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { VoiceAgent } from '../../server/adapters/voice/voice-line.ts';
import type { CallFact, CallLedger, Route } from '../../server/features/phone/calls/call-facts.ts';
import { createGateway, type Gateway } from '../../server/voice/gateway.ts';
import { RecordingShelf } from '../../server/voice/recording/recording-shelf.ts';
import type { Sounds } from '../../server/voice/sound.ts';
import { KEY_HEADER, REACHED_HEADER } from '../../server/voice/voice-address.ts';
import { openVoiceServer } from '../../server/voice/voice-server.ts';
import { until, VoiceBrowser } from './voice-browser.ts';

export const KEY = 'the key of this installation';
/** The line's sounds, distinguished by their bytes: 100 ms each. */
export const PLAYED = { en: 11, es: 12, hold: 13, ringback: 14, digit: 15 } as const;
const tone = (byte: number) => new Uint8Array(800).fill(byte);
const SOUNDS: Sounds = {
  disclaimer: { en: tone(PLAYED.en), es: tone(PLAYED.es) },
  hold: tone(PLAYED.hold),
  ringback: tone(PLAYED.ringback),
  digit: () => tone(PLAYED.digit),
};

export const agentOf = (userId: number): VoiceAgent => ({ accountId: 1, userId, actorId: userId, sessionId: userId });

/** A call as a test looks at it: what was noted, without keys and times. */
export type Noted = Omit<CallFact, 'key' | 'at'>;

function bare(fact: CallFact): Noted {
  const { key: _key, at: _at, ...noted } = fact;
  return noted;
}

export interface VoiceBench {
  readonly gateway: Gateway;
  readonly recordings: RecordingShelf;
  readonly log: pino.Logger;
  /** Targets of calls, by the dialed id. */
  readonly routes: Map<number, Route>;
  readonly transfers: Map<string, Route>;
  readonly recorded: { callId: number; seconds: number; file: Buffer }[];
  readonly devices: [number, number][];
  readonly signedOut: Set<number>;
  facts(callId: number): Noted[];
  kinds(callId: number): string[];
  /** Waits until a call has ended. Answers how. */
  ended(callId: number): Promise<Noted>;
  /** A user's browser, registered. */
  browser(userId: number, ttl?: number): Promise<VoiceBrowser>;
  /** A browser that has not said who it is. */
  stranger(): Promise<VoiceBrowser>;
  readonly address: string;
  close(): Promise<void>;
}

export interface BenchOptions {
  readonly ringMs?: number;
  readonly ports?: readonly [number, number];
  /** Key of the installation. */
  readonly key?: string;
  /** Between two looks at the sessions. */
  readonly sessionMs?: number;
  /** Milliseconds that a call waits for its browser. */
  readonly awayMs?: number;
}

/** The gateway over its real server, with a ledger in memory. A token is `<user>/<seconds>`; `slow` has no answer. */
export async function openVoiceBench(options: BenchOptions = {}): Promise<VoiceBench> {
  const { ringMs = 60_000, ports, key = KEY, sessionMs = 60_000, awayMs } = options;
  const folder = mkdtempSync(join(tmpdir(), 'bw-voice-'));
  const facts = new Map<number, CallFact[]>();
  const routes = new Map<number, Route>();
  const transfers = new Map<string, Route>();
  const recorded: VoiceBench['recorded'] = [];
  const devices: VoiceBench['devices'] = [];
  const signedOut = new Set<number>();
  const ledger: CallLedger = {
    admit: (token) => {
      if (token === 'slow') return new Promise(() => undefined);
      const [user, ttl = '600'] = token.split('/').map(Number) as [number, number?];
      if (!Number.isInteger(user)) return Promise.resolve({ refused: token === 'old' ? 'expired' : 'invalid' });
      return Promise.resolve({ agent: agentOf(user), ttlSeconds: Number(ttl) });
    },
    stillIn: (agents) =>
      Promise.resolve(new Set(agents.map(({ sessionId }) => sessionId).filter((id) => !signedOut.has(id)))),
    take: (_, { callId }) => {
      const route = routes.get(callId) ?? { kind: 'refused', outcome: 'failed', reason: 'Nobody has asked for this.' };
      return Promise.resolve({ from: '+15550001', to: '+15550002', route });
    },
    receive: () => Promise.resolve({ kind: 'echo' }),
    routeTransfer: (_, to) =>
      Promise.resolve(transfers.get(to) ?? { kind: 'refused', outcome: 'unavailable', reason: 'Nobody has it.' }),
    note: (callId, fact) => {
      facts.set(callId, [...(facts.get(callId) ?? []), fact]);
      return Promise.resolve();
    },
    noteDevices: ({ userId }, registered) => {
      devices.push([userId, registered]);
      return Promise.resolve();
    },
    keepRecording: (callId, { seconds, path }) => {
      recorded.push({ callId, seconds, file: readFileSync(path) });
      return Promise.resolve();
    },
    endAbandoned: () => Promise.resolve(0),
  };
  const log = pino({ level: process.env['TEST_LOG'] ?? 'silent' });
  const recordings = new RecordingShelf({ folder: join(folder, 'recordings'), ledger, log });
  const gateway = createGateway({
    name: 'this process',
    ledger,
    recordings,
    sessionMs,
    ...(awayMs !== undefined && { awayMs }),
    sounds: SOUNDS,
    voice: { address: '127.0.0.1', ports: ports ?? null, ringMs },
    now: () => new Date(),
    log,
  });
  const server = await openVoiceServer(
    { port: 0, host: '127.0.0.1' },
    { gateway, keys: [key], onTrouble: (error) => log.error(error) },
  );
  const address = `ws://127.0.0.1:${server.port}/voice`;
  const open: VoiceBrowser[] = [];
  const stranger = async () => {
    const browser = await VoiceBrowser.open(address, { [KEY_HEADER]: key, [REACHED_HEADER]: '127.0.0.1' });
    open.push(browser);
    return browser;
  };
  const noted = (callId: number) => (facts.get(callId) ?? []).map(bare);
  return {
    gateway,
    recordings,
    log,
    routes,
    transfers,
    recorded,
    devices,
    signedOut,
    address,
    facts: noted,
    kinds: (callId) => noted(callId).map(({ kind }) => kind),
    ended: async (callId) => {
      await until(`the end of call ${callId}`, () => noted(callId).some(({ kind }) => kind === 'ended'));
      return noted(callId).find(({ kind }) => kind === 'ended') as Noted;
    },
    browser: async (userId, ttl = 600) => {
      const browser = await stranger();
      await browser.register(`${userId}/${ttl}`);
      return browser;
    },
    stranger,
    close: async () => {
      for (const browser of open) browser.close();
      await gateway.drain(0);
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
