import { BellwetherError, errorOf, withoutAnswer } from './error.ts';

export interface ClientOptions {
  /** Begins with `bw_`. Keep it on a server: who has it acts as its user. */
  readonly apiKey: string;
  /** Address of the server, as `https://crm.example.com`. */
  readonly baseUrl: string;
  /** Attempts after the first when a failure may pass; absent: 2. */
  readonly maxRetries?: number;
  /** Milliseconds of one attempt; absent: 60,000. */
  readonly timeoutMs?: number;
  /** Absent: the one of the platform. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits before another attempt; absent: with a timer. */
  readonly wait?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Repeat a call with the key of an earlier one to get its answer instead of a second effect. Absent: a new one. */
  readonly idempotencyKey?: string;
  readonly maxRetries?: number;
  readonly timeoutMs?: number;
}

/** A call of the contract as the generated part lists it. */
export interface Operation {
  readonly method: string;
  /** With `{param}` segments. */
  readonly path: string;
  /** Whether a second attempt has no second effect: a read, or a write whose idempotency key the server honors. */
  readonly repeatable: 'read' | 'key' | 'no';
  /** Fields of the input that belong to the address. */
  readonly query: readonly string[];
  /** Whether the others are sent as a body. */
  readonly body: boolean;
  /** Way to the field of the input that chooses the next page; `null`: no pages. */
  readonly pages: readonly string[] | null;
}

type Input = Readonly<Record<string, unknown>>;

interface Page {
  readonly data: readonly unknown[];
  readonly meta: Readonly<Record<string, number | string | null>>;
}

/** The first page when awaited; all rows of all pages in `for await`. */
export type Paged<Reply extends { readonly data: readonly unknown[] }> = Promise<Reply> &
  AsyncIterable<Reply['data'][number]>;

/** Passing faults: of the way there, of a server that is full, of a first attempt that is still running. */
const PASSING = [429, 502, 503, 504];
/** Milliseconds before the first repetition, doubled each time. */
const FIRST_WAIT_MS = 500;
/** No call waits for longer; its failure says when it makes sense again. */
const LONGEST_WAIT_MS = 60_000;

/** Makes the method of a call: parameters of the path, input, options. */
export function methodOf(operation: Operation, client: ClientOptions): (...args: unknown[]) => Promise<unknown> {
  const takesInput = operation.body || operation.query.length > 0;
  return (...args) => {
    const path = operation.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(args.shift())));
    const input = takesInput ? (args.shift() as Input | undefined) : undefined;
    const options = (args.shift() ?? {}) as CallOptions;
    const ask = (asked: Input | undefined) => repeated(operation, client, requestOf(operation, path, asked), options);
    return operation.pages === null ? ask(input) : paged(operation.pages, input, ask);
  };
}

function paged(way: readonly string[], input: Input | undefined, ask: (input: Input | undefined) => Promise<unknown>) {
  const first = ask(input) as Promise<Page>;
  return Object.assign(first, {
    async *[Symbol.asyncIterator]() {
      for (let page = await first; ; ) {
        yield* page.data;
        const { next_cursor: cursor, current_page: at, total_pages: last } = page.meta;
        const next = way.at(-1) === 'cursor' ? cursor : Number(at) < Number(last) ? Number(at) + 1 : null;
        if (next === null || next === undefined) return;
        page = (await ask(placed(input, way, next))) as Page;
      }
    },
  });
}

/** The input with this value at the end of the way. */
function placed(input: unknown, [name = '', ...rest]: readonly string[], value: unknown): Input {
  const known = (input ?? {}) as Input;
  return { ...known, [name]: rest.length === 0 ? value : placed(known[name], rest, value) };
}

interface Request {
  readonly path: string;
  readonly body: string | FormData | undefined;
}

function requestOf({ query, body }: Operation, path: string, input: Input | undefined): Request {
  const given = Object.entries(input ?? {}).filter(([, value]) => value !== undefined);
  const isOfAddress = ([name]: readonly [string, unknown]) => query.includes(name);
  const search = new URLSearchParams(given.filter(isOfAddress).map(([name, value]) => [name, textOf(value)]));
  const fields = given.filter((one) => !isOfAddress(one));
  const hasFile = fields.some(([, value]) => value instanceof Blob);
  const json = body ? JSON.stringify(Object.fromEntries(fields)) : undefined;
  return { path: search.size > 0 ? `${path}?${search}` : path, body: hasFile ? formOf(fields) : json };
}

/** Fields come first: the server reads a form as a stream. */
function formOf(fields: readonly (readonly [string, unknown])[]): FormData {
  const form = new FormData();
  for (const [name, value] of fields) if (!(value instanceof Blob)) form.append(name, textOf(value));
  for (const [name, value] of fields) if (value instanceof Blob) form.append(name, value);
  return form;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** 128 random bits in hex. */
const newId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Sends a request until it has an answer that stands, or no attempt is left. @throws {BellwetherError} */
async function repeated(
  { method, repeatable }: Operation,
  client: ClientOptions,
  request: Request,
  options: CallOptions,
): Promise<unknown> {
  const { signal, maxRetries = client.maxRetries ?? 2, idempotencyKey = newId() } = options;
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${client.apiKey}`,
    ...(repeatable === 'key' ? { 'idempotency-key': idempotencyKey } : {}),
    ...(typeof request.body === 'string' ? { 'content-type': 'application/json' } : {}),
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await attempted({ ...request, method, headers }, client, options);
    } catch (failure) {
      if (!(failure instanceof BellwetherError) || attempt >= maxRetries || !mayPass(failure, repeatable))
        throw failure;
      const ms = failure.retryAfter === null ? backOff(attempt) : failure.retryAfter * 1000;
      if (ms > LONGEST_WAIT_MS) throw failure;
      await (client.wait ?? waitFor)(ms, signal);
    }
  }
}

/** A refusal for too many calls had no effect; whether another failure had one isn't known. */
function mayPass({ status, code }: BellwetherError, repeatable: Operation['repeatable']): boolean {
  if (repeatable === 'no') return status === 429;
  return status === null || PASSING.includes(status) || code === 'in_progress';
}

/** Grows with each attempt; random, so that programs which failed together don't come back together. */
const backOff = (attempt: number): number => FIRST_WAIT_MS * 2 ** attempt * (0.5 + Math.random() / 2);

/** @throws {BellwetherError}, or the reason of `signal`. */
async function attempted(
  { path, ...init }: Request & { readonly method: string; readonly headers: Readonly<Record<string, string>> },
  client: ClientOptions,
  { signal, timeoutMs = client.timeoutMs ?? 60_000 }: CallOptions,
): Promise<unknown> {
  const requestId = newId();
  const late = AbortSignal.timeout(timeoutMs);
  const headers = { ...init.headers, 'x-request-id': requestId };
  const ended = signal === undefined ? late : AbortSignal.any([signal, late]);
  try {
    const url = client.baseUrl.replace(/\/+$/, '') + path;
    const response = await (client.fetch ?? fetch)(url, { ...init, body: init.body ?? null, headers, signal: ended });
    if (!response.ok) throw await errorOf(response, requestId);
    return await bodyOf(response);
  } catch (cause) {
    if (cause instanceof BellwetherError) throw cause;
    signal?.throwIfAborted();
    throw withoutAnswer(late.aborted ? 'timeout' : 'unreachable', requestId, cause);
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.headers.get('content-type')?.startsWith('application/json') ? response.json() : response.blob();
}

/** @throws the reason of `signal`. */
function waitFor(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end);
      resolve();
    }, ms);
    signal?.addEventListener('abort', end, { once: true });
    if (signal?.aborted) end();
  });
}
