import { safeParse } from 'zod/v4/core';
import { CLOCK_HEADER, REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import type { CallArgs, Endpoint, Reply } from '#contract/endpoint.ts';
import { readAccountInfo } from '#contract/account.contract.ts';
import { readMe } from '#contract/session.contract.ts';
import { errorOfReply, jsonOrNull, type RawReply } from './error-of-reply.ts';
import { ApiError, REQUEST_FAILED, UNREACHABLE } from './errors.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { type LooseArgs, requestOf, type RequestParts } from './request-of.ts';
import type { UploadOptions, UploadProgress } from './upload.ts';

/** Arguments that a view or a machine passes. The client adds the signal and the idempotency key. */
export type PlainArgs<E extends Endpoint> = Omit<CallArgs<E>, 'signal' | 'idempotencyKey'>;

export interface CallOptions {
  /** Called while a file goes up. */
  readonly onProgress?: (progress: UploadProgress) => void;
  /** Takes a file that comes down; the reply is empty then. */
  readonly sink?: Sink;
  /** Called when the server asks for re-authentication, before the request is sent again. */
  readonly onProofDue?: () => void;
}

/** Receives the bytes of a response as they arrive. Excludes refusals. */
export interface Sink {
  open(header: RawReply['header']): void;
  write(bytes: Uint8Array): void;
}

export interface ApiClient {
  /**
   * Sends one request. A read without its own `signal` is canceled when the user leaves the page (`leavePage`); a write
   * always finishes.
   *
   * @throws {ApiError} always of that class, see its kinds.
   */
  call<E extends Endpoint>(endpoint: E, args: CallArgs<E>, options?: CallOptions): Promise<Reply<E>>;
  /** Called when the user leaves a page: cancels reads without an owner, except those of the user and the account. */
  leavePage(): void;
}

export interface ClientDeps {
  /** Before every path; empty on the same origin. */
  readonly origin: string;
  /** `<user id>:<depth>`; `null` when signed out. */
  readonly identity: () => string | null;
  /** 401 on a call that needs a session. */
  readonly onUnauthorized: () => void;
  /** 409 `identity_changed`: another tab is now logged in as someone else. */
  readonly onIdentityChanged: () => void;
  /** 403, with the wire's code: it may name an obligation that comes first. */
  readonly onForbidden: (code: string) => void;
  /**
   * 403 `sudo_required`: asks for re-authentication. Then the call is sent once more, with the same idempotency key.
   */
  readonly onProofDue: () => Promise<ProofAnswer>;
  /** Milliseconds that the server's clock is ahead, with every answer of a demo. */
  readonly onClock?: (aheadMs: number) => void;
  /** Called with every response, regardless of its status. */
  readonly onReply?: (reply: { endpoint: string; status: number; requestId: string | null }) => void;
}

/** Result of re-authentication; `why` is one sentence for the user. */
export type ProofAnswer = { readonly given: true } | { readonly given: false; readonly why: string };

/** Milliseconds after which an unanswered request counts as lost. Ours: above the server's statement timeout. */
export const REQUEST_TIMEOUT_MS = 60_000;

/** Pending requests are canceled on navigation except these (core §7). */
const KEPT_OVER_PAGES: readonly string[] = [readMe.name, readAccountInfo.name];

export function createApiClient(deps: ClientDeps): ApiClient {
  let page = new AbortController();

  const call = async (endpoint: Endpoint, args: LooseArgs, options: CallOptions): Promise<unknown> => {
    const sentAs = deps.identity();
    const parts = requestOf(endpoint, args, { identity: sentAs, newId: newIdempotencyKey });
    const ofPage = endpoint.effect === 'read' && !KEPT_OVER_PAGES.includes(endpoint.name);
    const signal = args.signal ?? (ofPage ? page.signal : undefined);
    const request = { ...parts, url: deps.origin + parts.url };
    const attempt = async () => {
      const reply = args.file
        ? await sendFile(request, { signal, onProgress: options.onProgress ?? (() => undefined) })
        : await send(request, signal, options.sink);
      const requestId = reply.header(REQUEST_ID_HEADER);
      const ahead = reply.header(CLOCK_HEADER);
      if (ahead !== null) deps.onClock?.(Number(ahead));
      deps.onReply?.({ endpoint: endpoint.name, status: reply.status, requestId });
      return reply;
    };
    const reply = await afterProof(await afterRotation(await attempt(), attempt), attempt, options.onProofDue);

    if (reply.status >= 200 && reply.status < 300) return parsed(endpoint, reply);
    const error = errorOfReply(reply);
    // A response for the previous user says nothing about the current one.
    if (sentAs === deps.identity() && endpoint.access !== 'public') {
      if (error.kind === 'unauthorized') deps.onUnauthorized();
      if (error.code === 'identity_changed') deps.onIdentityChanged();
      if (error.kind === 'forbidden') deps.onForbidden(error.code);
    }
    throw error;
  };

  /**
   * Re-authentication rotates the session token. Requests sent with the old token are refused unread and sent again. If
   * the user has changed by then, the second response says so too.
   */
  const afterRotation = async (reply: RawReply, again: () => Promise<RawReply>): Promise<RawReply> =>
    isRefusedAs(reply, 409, 'identity_changed') ? again() : reply;

  /** @throws {ApiError} `proof_due` when re-authentication fails or isn't sufficient. */
  const afterProof = async (
    reply: RawReply,
    again: () => Promise<RawReply>,
    onDue: CallOptions['onProofDue'],
  ): Promise<RawReply> => {
    if (!isProofDue(reply)) return reply;
    onDue?.();
    const answer = await deps.onProofDue();
    if (!answer.given) throw proofDue(reply, answer.why);
    const second = await again();
    if (isProofDue(second)) throw proofDue(second, errorOfReply(second).message);
    return second;
  };

  return {
    call: <E extends Endpoint>(endpoint: E, args: CallArgs<E>, options: CallOptions = {}) =>
      call(endpoint, args as LooseArgs, options) as Promise<Reply<E>>,
    leavePage: () => {
      page.abort();
      page = new AbortController();
    },
  };
}

const isRefusedAs = (reply: RawReply, status: number, code: string): boolean =>
  reply.status === status && errorOfReply(reply).code === code;

const isProofDue = (reply: RawReply): boolean => isRefusedAs(reply, 403, 'sudo_required');

function proofDue(reply: RawReply, message: string): ApiError {
  const { code, requestId } = errorOfReply(reply);
  return new ApiError('proof_due', { code, message, requestId });
}

/** Few pages send files: what does it is no part of the first script. */
async function sendFile(request: RequestParts, options: UploadOptions): Promise<RawReply> {
  const { upload } = await import('./upload.ts').catch((cause: unknown) => {
    throw new ApiError('offline', { code: 'unreachable', message: UNREACHABLE, cause });
  });
  return upload(request, options);
}

async function send(
  { method, url, headers, body }: RequestParts,
  signal: AbortSignal | undefined,
  sink: Sink | undefined,
): Promise<RawReply> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), REQUEST_TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method,
      headers,
      body,
      credentials: 'include',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    // A file takes as long as its line needs.
    if (sink && response.ok) clearTimeout(timer);
    const { status, statusText } = response;
    const header = (name: string) => response.headers.get(name);
    const text = sink && response.ok ? await pour(response, header, sink) : await response.text();
    return { status, statusText, text, header };
  } catch (cause) {
    const code = signal?.aborted ? 'aborted' : late.signal.aborted ? 'timeout' : 'unreachable';
    const requestId = signal?.aborted ? null : headers[REQUEST_ID_HEADER];
    throw new ApiError('offline', { code, message: UNREACHABLE, requestId, cause });
  } finally {
    clearTimeout(timer);
  }
}

async function pour(response: Response, header: RawReply['header'], sink: Sink): Promise<''> {
  sink.open(header);
  const reader = response.body?.getReader();
  for (let piece = await reader?.read(); piece?.done === false; piece = await reader?.read()) sink.write(piece.value);
  return '';
}

/**
 * The body in the shape of the contract. An unreadable OK answer to a read counts as an empty object (core §8); to
 * a write it means that the outcome is unknown.
 */
function parsed(endpoint: Endpoint, reply: RawReply): unknown {
  if (endpoint.reply === null) return undefined;
  const isText = endpoint.reply._zod.def.type === 'string';
  const body = isText ? reply.text : (jsonOrNull(reply.text) ?? (endpoint.effect === 'read' ? {} : null));
  const result = safeParse(endpoint.reply, body);
  if (result.success) return result.data;
  throw new ApiError('contract', {
    code: 'unreadable',
    message: REQUEST_FAILED,
    requestId: reply.header(REQUEST_ID_HEADER),
    cause: result.error,
  });
}
