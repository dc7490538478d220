import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Refusal } from '../../errors.ts';
import { createBreaker, Resting } from '../circuit-breaker.ts';
import { readText } from '../read-text.ts';

/** Milliseconds for one ask with the session that it may need. Ours: below the 12 s that a request has. */
const SILENCE_MS = 8_000;

/** Consecutive failures after which CSG is not called, and for how many milliseconds. Our choice. */
const FAILURES = 3;
const REST_MS = 30_000;

/** CSG's answers with everything for one ask stay far below. In bytes, ours. */
const MOST_BYTES = 8 * 2 ** 20;

/** Milliseconds that a session is used before another is opened. Ours: CSG ends them after some hours. */
const SESSION_MS = 4 * 3_600_000;

/** CSG is down, or its answer makes no sense. Contains neither keys nor names. */
export class CsgAway extends Error {
  override readonly name = 'CsgAway';
}

/** CSG turned the ask itself away. */
export class CsgRefusal extends Error {
  override readonly name = 'CsgRefusal';
  readonly status: number;

  constructor(status: number) {
    super(`CSG refused with status ${status}.`);
    this.status = status;
  }
}

export interface CsgRest {
  /** Checks whether a key opens a session. @throws {Refusal} `unavailable` */
  readonly opens: (key: string) => Promise<boolean>;
  /** Lets go of the session of a key. */
  readonly forget: (key: string) => void;
  /**
   * Reads a path below `/v1/` and parses it with the schema.
   * @throws {CsgRefusal} for the ask itself. @throws {Refusal} `conflict` for the key, `too_many`, `unavailable`.
   */
  readonly read: <Schema extends z.ZodType>(
    key: string,
    path: string,
    query: Readonly<Record<string, string>>,
    schema: Schema,
  ) => Promise<z.output<Schema>>;
}

export interface CsgRestOptions {
  readonly baseUrl: string;
  /** Absent means 8 s. */
  readonly timeoutMs?: number;
  /** Milliseconds of a monotonic clock; absent: that of the process. */
  readonly clock?: () => number;
}

const Session = z.object({ token: z.string().min(1) });

/** Statuses that speak of the key and not of the service. */
const KEY_STATUSES = [400, 401, 403, 404, 422];

/** Statuses that speak of the ask itself; what is left, such as a used-up quota, is CSG's own trouble. */
const ASK_STATUSES = [400, 422];

/** Only the configured host is called, no redirect is followed, and addresses contain no key or token. */
export function csgRest({ baseUrl, timeoutMs = SILENCE_MS, clock = () => performance.now() }: CsgRestOptions): CsgRest {
  const tokens = createTokens(clock);
  const breaker = createBreaker({
    failures: FAILURES,
    restMs: REST_MS,
    now: clock,
    isFailure: (error) => error instanceof CsgAway,
    othersWait: true,
  });

  const ask = async <Schema extends z.ZodType>(
    path: string,
    init: RequestInit,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    const response = await fetch(`${baseUrl}/v1/${path}`, { ...init, redirect: 'error' }).catch((cause: unknown) => {
      throw new CsgAway("CSG isn't responding.", { cause });
    });
    if (!response.ok) {
      await response.body?.cancel();
      if (response.status >= 500) throw new CsgAway(`CSG fails with status ${response.status}.`);
      throw new CsgRefusal(response.status);
    }
    const parsed = schema.safeParse(await readJson(response));
    if (!parsed.success) throw new CsgAway('CSG sent an unreadable response.');
    return parsed.data;
  };

  const open = async (key: string, signal: AbortSignal): Promise<string> => {
    const body = JSON.stringify({ api_key: key, portal_name: 'csg_individual' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, signal };
    return (await ask('auth.json', init, Session)).token;
  };

  /** One session per key, for any number of concurrent calls. */
  const tokenOf = (key: string, signal: AbortSignal): Promise<string> => {
    const known = tokens.get(key);
    if (known !== undefined) return known;
    const token = open(key, signal);
    tokens.set(key, token);
    token.catch(() => tokens.drop(key, token));
    return token;
  };

  const guarded = async <Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> => {
    try {
      return await breaker.ask(() => work(AbortSignal.timeout(timeoutMs)));
    } catch (error) {
      throw refusalOf(error);
    }
  };

  return {
    forget: (key) => tokens.drop(key, tokens.get(key)),
    opens: (key) =>
      guarded(async (signal) => {
        try {
          tokens.set(key, Promise.resolve(await open(key, signal)));
          return true;
        } catch (error) {
          if (error instanceof CsgRefusal && KEY_STATUSES.includes(error.status)) return false;
          throw error;
        }
      }),
    read: (key, path, query, schema) =>
      guarded(async (signal) => {
        const address = `${path}?${new URLSearchParams(query).toString()}`;
        const used = tokens.get(key);
        const once = async () => {
          const token = await signedIn(tokenOf(key, signal));
          return ask(address, { headers: { 'x-api-token': token }, signal }, schema);
        };
        try {
          return await once();
        } catch (error) {
          // A session ends after some hours, and then answers 403.
          if (used === undefined || !(error instanceof CsgRefusal) || ![401, 403].includes(error.status)) throw error;
          tokens.drop(key, used);
          return once();
        }
      }),
  };
}

/** Sessions by a hash of their key, for some hours: no key stays in memory. */
function createTokens(clock: () => number) {
  const kept = new Map<string, { readonly token: Promise<string>; readonly until: number }>();
  const nameOf = (key: string) => createHash('sha256').update(key).digest('base64');
  const trim = () => {
    for (const [name, { until }] of kept) if (until <= clock()) kept.delete(name);
  };
  const get = (key: string): Promise<string> | undefined => {
    trim();
    return kept.get(nameOf(key))?.token;
  };
  return {
    get,
    set: (key: string, token: Promise<string>) => void kept.set(nameOf(key), { token, until: clock() + SESSION_MS }),
    /** Unless another has come in its place. */
    drop: (key: string, token: Promise<string> | undefined): void => {
      if (get(key) === token) kept.delete(nameOf(key));
    },
  };
}

/** @throws {Refusal} `conflict` when the key opens no session. */
async function signedIn(token: Promise<string>): Promise<string> {
  try {
    return await token;
  } catch (error) {
    if (error instanceof CsgRefusal && KEY_STATUSES.includes(error.status)) throw keyRefused();
    throw error;
  }
}

const keyRefused = () =>
  new Refusal('conflict', "CSG no longer accepts your agency's key. Ask an administrator to reconnect CSG.");

/** Errors that users may act on; the caller words a refusal of its own request. */
function refusalOf(error: unknown): unknown {
  if (error instanceof CsgRefusal) {
    if (ASK_STATUSES.includes(error.status)) return error;
    if (error.status === 429)
      return new Refusal('too_many', 'Too many requests to CSG. Try again in a minute.', { retryAfter: 60 });
    if ([401, 403].includes(error.status)) return keyRefused();
  } else if (!(error instanceof CsgAway || error instanceof Resting)) return error;
  const retryAfter = REST_MS / 1_000;
  return new Refusal('unavailable', "CSG isn't responding. Try again in a minute.", { retryAfter, cause: error });
}

/** @throws {CsgAway} when it is no JSON, or endless. */
async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await readText(response, MOST_BYTES);
    if (text === null) throw new CsgAway('CSG answers without end.');
    return JSON.parse(text);
  } catch (cause) {
    throw cause instanceof CsgAway ? cause : new CsgAway('CSG answers what is no JSON.', { cause });
  }
}
