// People at work: they write notes and read lists over HTTP, and keep a ledger of what they were told was done.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from '../server/db/pool.ts';
import type { User } from './faults-world.ts';

/** Milliseconds between two requests of one person. */
const PACE_MS = 60;
/** Milliseconds before a request is made again, when the answer does not say. Source: the browser app. */
const AGAIN_MS = 1_000;
/** Milliseconds after which an unanswered request counts as lost. Source: the browser app. */
const PATIENCE_MS = 60_000;

/**
 * Milliseconds in which all requests must be done at the end. Our choice: an unfinished key counts as dead after 45 s.
 */
export const GRACE_MS = 60_000;

/** One answer, or none. */
export interface Answered {
  readonly kind: 'read' | 'write';
  /** 0: the connection failed. */
  readonly status: number;
  /** Milliseconds of `performance.now()`. */
  readonly from: number;
  readonly to: number;
  /** True when a refusal had a retry time and a message. */
  readonly polite: boolean;
}

/** One note to be written. */
interface Wanted {
  readonly body: string;
  /** `open`: no answer. `lost`: done, but the answer was lost. */
  state: 'open' | 'done' | 'lost' | 'refused';
  /** Times that it was answered with a failure, or not at all. */
  failures: number;
}

export interface Crowd {
  readonly answers: readonly Answered[];
  /** Final count of all notes. */
  readonly ledger: readonly Wanted[];
  /** Reads that failed, and failed when they were made once more. */
  readonly failedReads: () => number;
  /** Lets everyone finish; unfinished work stays `open`. */
  stop(graceMs: number): Promise<void>;
}

export interface Worker extends User {
  readonly contactId: number;
}

interface Asked {
  readonly kind: 'read' | 'write';
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string;
}

interface Reply {
  readonly status: number;
  readonly code: string;
  /** Seconds; 0: it does not say. */
  readonly retryAfter: number;
}

/** `base` answers where to ask: it may change between two requests. */
export async function ask(base: string, { cookie, id }: User, { method, path, body, key }: Omit<Asked, 'kind'>) {
  return fetch(base + path, {
    method,
    headers: {
      cookie,
      origin: base,
      'x-identity': `${id}:0`,
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
}

/** Half of the people write, half of them read. */
export function startCrowd(base: () => string, workers: readonly Worker[]): Crowd {
  const answers: Answered[] = [];
  const ledger: Wanted[] = [];
  let failedReads = 0;
  let over = false;
  let late = false;

  const send = async (worker: Worker, asked: Asked): Promise<Reply> => {
    const from = performance.now();
    const note = (status: number, polite: boolean) =>
      answers.push({ kind: asked.kind, status, from, to: performance.now(), polite });
    try {
      const response = await ask(base(), worker, asked);
      const text = await response.text();
      const refusal = response.ok ? null : (readJson(text) as { code?: string; error?: string } | null);
      const retryAfter = Number(response.headers.get('retry-after') ?? 0);
      note(response.status, response.ok || (retryAfter > 0 && /^[A-Z].+\.$/u.test(refusal?.error ?? '')));
      return { status: response.status, code: refusal?.code ?? '', retryAfter };
    } catch {
      note(0, false);
      return { status: 0, code: '', retryAfter: 0 };
    }
  };

  const write = async (worker: Worker, wanted: Wanted) => {
    const asked: Asked = {
      kind: 'write',
      method: 'POST',
      path: `/v1/contacts/${worker.contactId}/notes`,
      body: { body: wanted.body },
      key: randomUUID(),
    };
    while (wanted.state === 'open' && !late) {
      const { status, code, retryAfter } = await send(worker, asked);
      if (status >= 200 && status < 300) wanted.state = 'done';
      else if (status === 409 && code === 'conflict') wanted.state = 'lost';
      else if (status !== 0 && status < 500 && status !== 409 && status !== 429) wanted.state = 'refused';
      else await sleep(retryAfter > 0 ? retryAfter * 1_000 : AGAIN_MS);
      if (status === 0 || status >= 500) wanted.failures += 1;
    }
  };

  const work = async (worker: Worker, place: number) => {
    let failedBefore = false;
    for (let turn = 0; !over; turn += 1) {
      if (place % 2 === 0) {
        const wanted: Wanted = { body: `note ${worker.id}.${turn} ${randomUUID()}`, state: 'open', failures: 0 };
        ledger.push(wanted);
        await write(worker, wanted);
      } else {
        const list = { method: 'PATCH', path: '/v1/contacts', body: { contacts_scope: { limit: 25 } } };
        const { status, retryAfter } = await send(worker, { kind: 'read', ...list });
        if (status !== 200 && failedBefore) failedReads += 1;
        failedBefore = status !== 200 && !failedBefore;
        if (status !== 200) await sleep(retryAfter > 0 ? retryAfter * 1_000 : AGAIN_MS);
      }
      await sleep(PACE_MS);
    }
  };

  const working = Promise.all(workers.map(work));
  return {
    answers,
    ledger,
    failedReads: () => failedReads,
    stop: async (graceMs) => {
      over = true;
      await Promise.race([working, sleep(graceMs, undefined, { ref: false })]);
      late = true;
      await working;
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export interface Balance {
  /** Writes that people were told are done. */
  readonly acknowledged: number;
  /** Notes missing from the table. */
  readonly lost: number;
  /** Written more than once, acknowledged or not. */
  readonly doubled: number;
  /** Never answered to the end. */
  readonly open: number;
  readonly refused: number;
}

/** Holds the ledger of the crowd against the table itself. */
export async function balance(owner: Pool, accountId: number, { ledger }: Crowd): Promise<Balance> {
  const { rows } = await owner.query<{ body: string; count: number }>(
    'select body, count(*)::int as count from notes where account_id = $1 group by body',
    [accountId],
  );
  const inTable = new Map(rows.map(({ body, count }) => [body, count]));
  const countOf = (state: Wanted['state']) => ledger.filter((wanted) => wanted.state === state).length;
  const done = ledger.filter(({ state }) => state === 'done' || state === 'lost');
  return {
    acknowledged: done.length,
    lost: done.filter(({ body }) => !inTable.has(body)).length,
    doubled: rows.filter(({ count }) => count > 1).length,
    open: countOf('open'),
    refused: countOf('refused'),
  };
}

/** Gives each a contact of their own to write on. */
export async function hire(base: string, users: readonly User[]): Promise<Worker[]> {
  return Promise.all(
    users.map(async (user, place) => {
      const contact = { first_name: 'Carla', last_name: `Client ${place}`, phone: `+1512555${1000 + place}` };
      const response = await ask(base, user, { method: 'POST', path: '/v1/contacts', body: { contact } });
      if (!response.ok) throw new Error(`No contact to write on: ${response.status} ${await response.text()}`);
      const { data } = (await response.json()) as { data: { id: number } };
      return { ...user, contactId: data.id };
    }),
  );
}
