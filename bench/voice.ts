// Calls between agents over the embedded line, recorded on both sides: ring and connect times, and the cost to the
// voice process, next to a bare relay of the same packets in the same run. The browsers are in this process. Usage:
// node bench/voice.ts [seconds] [calls…]
import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VoiceBrowser } from '../tests/phone/voice-browser.ts';
import { KEY_HEADER, REACHED_HEADER } from '../server/voice/voice-address.ts';
import { KEY } from '../tests/phone/voice-bench.ts';
import { median, percentile, printRatios, printTable } from './measure.ts';
import type { Asked, Usage } from './voice-process.ts';

const given = process.argv.slice(3).map(Number);
const CALLS = given.length > 0 ? given : [1, 10, 40];
/** Bytes of a packet of sound on the wire: 160 of sound, 12 of RTP, 10 of SRTP. */
const PACKET_BYTES = 182;
const PACKET_MS = 20;
/** Share of a core that 40 recorded calls may use. Source: 28% when the line was measured, on another machine. */
const CORE_LIMIT = 0.6;
/** Milliseconds from dialing to ringing, for half of the calls. Our choice: imperceptible. */
const RING_LIMIT_MS = 150;

/** Maximum redials of a failed call. */
const TURNS = 3;

let again = 0;
const seconds = Number(process.argv[2] ?? 10);
const SCRIPT = join(import.meta.dirname, 'voice-process.ts');

interface Part {
  readonly child: ChildProcess;
  readonly told: { address?: string; ports?: number[] };
  ask(asked: Asked): Promise<unknown>;
}

async function start(...args: string[]): Promise<Part> {
  const child = fork(SCRIPT, args, { execArgv: ['--expose-gc'] });
  const [told] = (await once(child, 'message')) as [Part['told']];
  let last: Promise<unknown> = Promise.resolve();
  const ask = (asked: Asked) => {
    last = last.then(async () => {
      child.send(asked);
      return ((await once(child, 'message')) as [unknown])[0];
    });
    return last;
  };
  return { child, told, ask };
}

async function stop({ child }: Part): Promise<void> {
  const ended = once(child, 'exit');
  child.disconnect();
  await ended;
}

interface Cost {
  /** Share of one core. */
  readonly share: number;
  readonly rss: number;
}

async function costOf(part: Part): Promise<Cost> {
  await sleep(2_000);
  const before = (await part.ask({ do: 'usage' })) as Usage;
  const from = performance.now();
  await sleep(seconds * 1_000);
  const after = (await part.ask({ do: 'usage' })) as Usage;
  return { share: (after.cpuMs - before.cpuMs) / (performance.now() - from), rss: after.rss };
}

async function browserOf(address: string, userId: number): Promise<VoiceBrowser> {
  const browser = await VoiceBrowser.open(address, { [KEY_HEADER]: KEY, [REACHED_HEADER]: '127.0.0.1' });
  await browser.register(String(userId));
  return browser;
}

interface Times {
  readonly toIncoming: number;
  readonly toAccepted: number;
}

/** Call n is dialed as 2n+1, and rings the agent 2n+2. */
async function openCall(part: Part, n: number): Promise<{ times: Times; close(): void }> {
  const { address = '' } = part.told;
  const [caller, callee] = [await browserOf(address, 2 * n + 1), await browserOf(address, 2 * n + 2)];
  const dialled = performance.now();
  const own = await caller.dial(2 * n + 1);
  const rung = callee.next('invite');
  const { callsid, sdp } = await rung;
  const toIncoming = performance.now() - dialled;
  callee.frames.unshift({ type: 'invite', payload: { callsid, sdp } });
  const accepted = performance.now();
  const inbound = await callee.accept();
  const { sid } = await caller.answered(own);
  const toAccepted = performance.now() - accepted;
  caller.soundOf(sid).say(1);
  callee.soundOf(inbound).say(2);
  await Promise.all([caller.soundOf(sid).hears(2), callee.soundOf(inbound).hears(1)]);
  await part.ask({ do: 'record', sid, callId: 2 * n + 1 });
  await part.ask({ do: 'record', sid: inbound, callId: 2 * n + 2 });
  const close = () => {
    caller.close();
    callee.close();
  };
  return { times: { toIncoming, toAccepted }, close };
}

/** A browser of this process may miss its handshake while the machine is too busy: it dials again, as another call. */
async function openSurely(part: Part, n: number): ReturnType<typeof openCall> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await openCall(part, n + turn * 100);
    } catch (error) {
      if (turn === TURNS) throw error;
      again += 1;
    }
  }
}

async function measureCalls(count: number) {
  const part = await start('gateway');
  const warm = await openSurely(part, count);
  warm.close();
  const idle = ((await part.ask({ do: 'usage' })) as Usage).rss;
  const calls = [];
  for (let n = 0; n < count; n += 1) calls.push(await openSurely(part, n));
  const cost = await costOf(part);
  for (const call of calls) call.close();
  await stop(part);
  return { cost, idle, times: calls.map(({ times }) => times) };
}

/** The same packets, without signalling, encryption or recording. */
async function measureRelay(count: number): Promise<Cost> {
  const part = await start('relay', String(count));
  const packet = Buffer.alloc(PACKET_BYTES, 1);
  const sockets = (part.told.ports ?? []).map((port) => ({ port, socket: createSocket('udp4') }));
  const timer = setInterval(() => {
    for (const { port, socket } of sockets) socket.send(packet, port, '127.0.0.1');
  }, PACKET_MS);
  const cost = await costOf(part);
  clearInterval(timer);
  for (const { socket } of sockets) socket.close();
  await stop(part);
  return cost;
}

const MB = 2 ** 20;
const rows = [];
for (const count of CALLS) {
  process.stderr.write(`${count} calls\n`);
  const relay = await measureRelay(count);
  const { cost, idle, times } = await measureCalls(count);
  rows.push({
    calls: count,
    'dial to incoming, ms': Math.round(median(times.map(({ toIncoming }) => toIncoming))),
    'p95, ms': Math.round(
      percentile(
        times.map(({ toIncoming }) => toIncoming),
        95,
      ),
    ),
    'accept to accepted, ms': Math.round(median(times.map(({ toAccepted }) => toAccepted))),
    'core, %': cost.share * 100,
    'a call, %': (cost.share / count) * 100,
    'relay, %': relay.share * 100,
    'times the relay': cost.share / relay.share,
    'MB a call': (cost.rss - idle) / MB / count,
  });
}
printTable(rows);
process.stdout.write(`${again} calls were dialled again\n`);
const [last] = rows.slice(-1);
printRatios([
  {
    name: 'of a core for the most calls',
    value: (last?.['core, %'] ?? Number.NaN) / 100,
    limit: CORE_LIMIT,
    better: 'lower',
  },
  {
    name: 'dial to incoming, ms',
    value: last?.['dial to incoming, ms'] ?? Number.NaN,
    limit: RING_LIMIT_MS,
    better: 'lower',
  },
]);
