import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { insertRequests, type NewRequest } from './api-requests.sql.ts';
import { payloadShape } from './payload-shape.ts';

/** Milliseconds until what was noted is stored. Ours: one statement for many requests. */
const STORE_MS = 250;
/** Requests that wait to be stored at most; more aren't logged. Ours. */
const MAX_WAITING = 5_000;
/** Characters of a path. Ours. */
const MAX_PATH = 300;

/**
 * Notes each answered request that came with an API key or token, and stores the notes alongside: no request waits for
 * its entry or fails with it. What is noted when a process is killed is lost.
 */
export function logApiRequests(app: FastifyInstance, { pool, log, now }: Pick<Deps, 'pool' | 'log' | 'now'>): void {
  let waiting: (NewRequest & { readonly accountId: number })[] = [];
  let timer: NodeJS.Timeout | null = null;

  const store = async (): Promise<void> => {
    timer = null;
    const noted = waiting;
    waiting = [];
    for (const [accountId, requests] of Map.groupBy(noted, ({ accountId: of }) => of)) {
      await withAccount(pool, { accountId }, (tx) => insertRequests(tx, requests)).catch((error: unknown) =>
        log.warn({ err: error, accountId, requests: requests.length }, 'API requests were not logged'),
      );
    }
  };

  app.addHook('onResponse', (request, reply, done) => {
    const { identity } = request;
    if (identity?.via === 'apiKey' && identity.keyId !== undefined && waiting.length < MAX_WAITING) {
      waiting.push({ accountId: identity.accountId, keyId: identity.keyId, ...noteOf(request, reply, now()) });
      timer ??= setTimeout(() => void store(), STORE_MS);
    }
    done();
  });
  app.addHook('onClose', async () => {
    if (timer !== null) clearTimeout(timer);
    await store();
  });
}

const noteOf = (
  { method, url, id, body }: FastifyRequest,
  { statusCode, elapsedTime }: FastifyReply,
  at: Date,
): Omit<NewRequest, 'keyId'> => ({
  at,
  method,
  path: (url.split('?', 1)[0] ?? '').slice(0, MAX_PATH),
  status: statusCode,
  took: Math.round(elapsedTime),
  requestId: id,
  payload: payloadShape(body),
});
