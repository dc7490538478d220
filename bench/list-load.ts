import { type ChildProcess, fork } from 'node:child_process';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Request {
  /** Absent: `PATCH`, as lists are asked. */
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Server {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts a server as a separate process; its log is discarded. */
export function startServer(file: string, args: readonly string[], env: Record<string, string>): Promise<Server> {
  const child = fork(file, [...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((resolve, reject) => {
    child.on('message', (message: { type: string; url?: string }) => {
      if (message.type === 'ready' && message.url !== undefined) resolve({ url: message.url, child });
    });
    child.on('exit', (code) => reject(new Error(`${file} ended with ${code}`)));
  });
}

const agents = new Map<string, Agent>();

function agentOf(url: string): Agent {
  const agent = agents.get(url) ?? new Agent({ keepAlive: true });
  agents.set(url, agent);
  return agent;
}

/** One request. @throws when the answer is not 200. */
export function ask(url: string, { method, path, headers, body }: Request): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = {
      method: method ?? 'PATCH',
      agent: agentOf(url),
      headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    };
    const sent = request(url + path, options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode === 200) resolve(text);
        else reject(new Error(`${response.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

export interface Load {
  readonly rps: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
}

/** Asks in turn, `connections` at a time, for so many seconds. */
export async function load(url: string, requests: readonly Request[], seconds: number, connections = 8): Promise<Load> {
  const times: number[] = [];
  const started = performance.now();
  const until = started + seconds * 1_000;
  let next = 0;
  const lane = async () => {
    while (performance.now() < until) {
      const one = requests[next++ % requests.length];
      if (one === undefined) return;
      const at = performance.now();
      await ask(url, one);
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { rps: times.length / ((performance.now() - started) / 1_000), times };
}

/**
 * Asks at a given rate for so many seconds; a time counts from when its request was due. Two servers can be held
 * against each other only so: asked as fast as they can, the faster one is asked more.
 */
export async function paced(
  url: string,
  requests: readonly Request[],
  seconds: number,
  perSecond: number,
): Promise<number[]> {
  const lanes = 16;
  const count = Math.floor((perSecond * seconds) / lanes);
  const times: number[] = [];
  const started = performance.now();
  const lane = async (_: unknown, index: number) => {
    for (let i = 0; i < count; i += 1) {
      const due = started + ((i * lanes + index) * 1_000) / perSecond;
      const early = due - performance.now();
      if (early > 1) await sleep(early);
      const one = requests[(i * lanes + index) % requests.length];
      if (one === undefined) return;
      await ask(url, one);
      times.push(performance.now() - due);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return times;
}

/** Milliseconds of one request after the other. */
export async function alone(url: string, one: Request, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const at = performance.now();
    await ask(url, one);
    taken.push(performance.now() - at);
  }
  return taken;
}
