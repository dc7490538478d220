import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { collectDefaultMetrics } from 'prom-client';
import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../config.ts';
import { replyNotFound } from '../http/error-reply.ts';
import { StartFault } from '../start-fault.ts';
import { registry } from './instruments.ts';

/** Milliseconds that a reading of the database may hold up an answer. Ours: below the 10 s that Prometheus waits. */
const READ_MS = 2_000;

const PATH = '/metrics';

let watchesProcess = false;

/** All metrics in the Prometheus format. Values that `read` can't refresh in time are unchanged. */
async function scrape(read: () => Promise<void>): Promise<string> {
  // Event loop, memory and garbage collection cost a timer and an observer: only from the first reader on.
  if (!watchesProcess) collectDefaultMetrics({ register: registry });
  watchesProcess = true;
  await Promise.race([read().catch(() => undefined), sleep(READ_MS, undefined, { ref: false })]);
  return registry.metrics();
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Takes the same time whatever is wrong. */
const fits = (token: string, authorization: string | undefined): boolean =>
  timingSafeEqual(digest(`Bearer ${token}`), digest(authorization ?? ''));

const LOOPBACK = /^(::1|(::ffff:)?127\.\d+\.\d+\.\d+)$/;
const LOCAL_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** A client on this very machine: no proxy in front, and no host name that another site points here. */
const isLocal = ({ headers, socket }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') &&
  LOCAL_HOST.test(headers.host ?? '') &&
  headers['x-forwarded-for'] === undefined &&
  headers['forwarded'] === undefined;

/**
 * `/metrics` on the app's own port: for requests with the token; without one configured, for this machine in
 * development and demo. All others get 404.
 */
export function metricsRoute(app: FastifyInstance, { metrics: { token }, appEnv }: Pick<Config, 'metrics' | 'appEnv'>) {
  const openHere = token === null && isTryout(appEnv);
  app.get(PATH, { logLevel: 'silent' }, async (request, reply) => {
    const may = token === null ? openHere && isLocal(request.raw) : fits(token, request.headers.authorization);
    if (!may) return replyNotFound(request, reply);
    return reply.type(registry.contentType).send(await scrape(() => Promise.resolve()));
  });
}

export interface MetricsServer {
  /** `null`: no port is set. */
  readonly port: number | null;
  close(): void;
}

/** Of `jobs` and `voice` under the supervisor of `bin/start`: a port after the one that `web` takes. */
export const portBesideWeb = (metrics: Config['metrics'], after: 1 | 2): Config['metrics'] => {
  const shares = process.send !== undefined && metrics.port !== null && metrics.port !== 0;
  return shares ? { ...metrics, port: (metrics.port ?? 0) + after } : metrics;
};

/** Serves only `/metrics` on a separate port. @throws {StartFault} when the port is unavailable. */
export async function serveMetrics(
  { port, host, token }: Config['metrics'],
  log: FastifyBaseLogger,
  read: () => Promise<void> = () => Promise.resolve(),
): Promise<MetricsServer> {
  if (port === null) return { port: null, close: () => undefined };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== PATH) return void response.writeHead(404).end();
    if (token !== null && !fits(token, request.headers.authorization)) {
      return void response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    }
    scrape(read).then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => {
        log.error({ err: error }, 'metrics');
        response.writeHead(500).end();
      },
    );
  });
  await new Promise<void>((listening, refuse) => {
    const fail = ({ message }: Error) =>
      refuse(new StartFault(`METRICS_PORT and METRICS_HOST can't be used: ${message}.`));
    server.once('error', fail).listen({ port, host }, listening);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
