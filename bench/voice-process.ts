// The measured process of bench/voice.ts: the gateway with a ledger in memory, or a bare relay of packets.
import { createSocket, type Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { openVoiceBench } from '../tests/phone/voice-bench.ts';

/** Requests; each is answered by one message. */
export type Asked = { do: 'usage' } | { do: 'record'; sid: string; callId: number };

/** Processor milliseconds so far, and bytes of memory. */
export interface Usage {
  readonly cpuMs: number;
  readonly rss: number;
}

const CALLS_MAX = 500;
const sidOf = (n: number): string => `CA${n.toString(16).padStart(32, '0')}`;
const answer = (message: object): void => void process.send?.(message);

function usage(): Usage {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  return { cpuMs: (user + system) / 1_000, rss: process.memoryUsage.rss() };
}

/** Call n is dialed as 2n+1 and rings the agent 2n+2. */
async function beGateway(): Promise<void> {
  const bench = await openVoiceBench();
  for (let n = 0; n < CALLS_MAX; n += 1) {
    const [callId, userIds] = [2 * n + 2, [2 * n + 2]];
    bench.routes.set(2 * n + 1, { kind: 'agents', callId, sid: sidOf(callId), accountId: 1, userIds });
  }
  const record = async (sid: string, callId: number) => {
    await bench.gateway.command(sid, { do: 'announce', language: 'en' });
    while (!bench.kinds(callId).includes('announced')) await sleep(10);
    await bench.gateway.command(sid, { do: 'record', action: 'start' });
  };
  process.on('message', (asked: Asked) => {
    if (asked.do === 'usage') answer(usage());
    else void record(asked.sid, asked.callId).then(() => answer({ recorded: asked.sid }));
  });
  process.on('disconnect', () => void bench.close().then(() => process.exit(0)));
  answer({ address: bench.address });
}

/** Two sockets per call; packets of one leave by the other, to its last sender. */
async function beRelay(calls: number): Promise<void> {
  const ports: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const pair = [createSocket('udp4'), createSocket('udp4')] as const;
    const heard = new Map<Socket, { port: number; address: string }>();
    for (const [socket, other] of [pair, [pair[1], pair[0]]] as const) {
      socket.on('message', (packet, from) => {
        heard.set(socket, from);
        const to = heard.get(other);
        if (to !== undefined) other.send(packet, to.port, to.address);
      });
      await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
      ports.push(socket.address().port);
    }
  }
  process.on('message', () => answer(usage()));
  process.on('disconnect', () => process.exit(0));
  answer({ ports });
}

const [, , role = '', calls = '0'] = process.argv;
if (role === 'relay') await beRelay(Number(calls));
else await beGateway();
