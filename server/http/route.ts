import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/v4/core';
import { IDEMPOTENT_REPLAYED_HEADER, IDENTITY_HEADER } from '#contract/_wire.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { withTrail } from '../audit.ts';
import { Refusal } from '../errors.ts';
import { type Identity, isSelf, requireNothingOwed, requirePermission } from '../identity.ts';
import { authenticateKey } from './api-key-authentication.ts';
import { authenticate } from './authentication.ts';
import { logFieldsOf, whoOf } from '../telemetry/cause.ts';
import { recordEndpoint } from './bound-endpoints.ts';
import type { Call, Handler } from './call.ts';
import { addressOf, networkOf } from './client-address.ts';
import { busy } from './error-reply.ts';
import { keyOf, once } from './idempotency.ts';
import { onceInOne } from './once-in-one.ts';
import { type Incoming, readBody } from './incoming-body.ts';
import { type JsonLimits, jsonLimitsOf } from './json-limits.ts';
import { type Allowance, rateHeaders, type RateLimiter, requireAllowance } from './rate-limits.ts';
import { parsePart } from './request-parts.ts';
import { requireHttps, requireSameOrigin } from './same-origin.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Milliseconds after which a repeatable request gets 503 while its work continues. */
    answerMs: number;
  }
  interface FastifyContextConfig {
    /** Limits of the route's JSON; absent: those of a stranger. */
    json?: JsonLimits;
  }
  interface FastifyRequest {
    /** `null`: a public endpoint without a session. */
    identity: Identity | null;
    /** Milliseconds until the caller was identified and admitted. */
    admittedAfter: number;
  }
}

/** `answerMs` of every server. Ours: the wait for a connection and the time of a statement (promise P26). */
export const ANSWER_MS = 12_000;

/** Files take as long as their line needs. */
const carriesFile = ({ upload, reply }: Endpoint): boolean => upload !== null || reply?._zod.def.type === 'string';

/**
 * True when the response remains available to a repeated request. Other writes return a cookie or a secret, only once.
 */
const canComeAgain = (request: FastifyRequest, endpoint: Endpoint): boolean =>
  endpoint.effect === 'read' || (request.identity !== null && keyOf(request, endpoint) !== null);

/**
 * Returns the work's result, unless it takes longer than a request may; later failures are only logged. Not Fastify's
 * `handlerTimeout`, which ends with the request's body.
 * @throws {Refusal} `unavailable`
 */
async function inTime<Result>(work: Promise<Result>, request: FastifyRequest): Promise<Result> {
  const { log, cause, server, admittedAfter } = request;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(busy());
    work.catch((error: unknown) => log.warn({ ...logFieldsOf(cause), err: error }, 'failed after its answer'));
  }, server.answerMs - admittedAfter);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Runs the work of a request when it is its turn. @throws {Refusal} `unavailable` for a read that its caller no longer waits for. */
function awaited<Result>(
  { request: { socket }, raw }: FastifyReply,
  { effect }: Endpoint,
  work: () => Promise<Result>,
): Promise<Result> {
  // `headersSent`: it was answered when its time was over.
  const isOver = socket.destroyed || raw.headersSent;
  return effect === 'read' && isOver ? Promise.reject(busy()) : work();
}

/** Refused before the body is read: a stranger's upload never arrives. */
function admission(app: FastifyInstance, endpoint: Endpoint) {
  const { deps, limiter } = app;
  const isWrite = endpoint.effect === 'write';
  const anyLocalPort = deps.config.appEnv === 'development';

  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { authorization, cookie } = request.headers;
    const address = addressOf(request);
    // No page can send this header across origins without being allowed to, and no browser adds it by itself.
    const isProgram = authorization !== undefined;
    if (isWrite && !isProgram) requireSameOrigin(request, anyLocalPort);
    if (endpoint.rate === 'signIn') requireHttps(deps.config, request);
    const identity = isProgram
      ? await authenticateKey(deps, authorization, address)
      : await authenticate(deps, { cookie, address, secure: request.protocol === 'https' });
    request.identity = identity;
    if (identity !== null && request.cause !== null) request.cause.who = whoOf(identity);
    const allowance = allowanceOf(limiter, endpoint, identity, address);
    void reply.headers(rateHeaders(allowance));
    requireAllowance(allowance);
    if (endpoint.access === 'public') return;
    if (identity === null) throw new Refusal('no_session', 'Please sign in.');
    if (!isProgram) requireIdentity(request, identity, isWrite);
    requireNothingOwed(identity, endpoint.name);
    requireAccess(identity, endpoint);
    requireProof(identity, endpoint, deps.now());
    if (endpoint.feature !== null) await app.gate(identity, endpoint.feature);
  };
}

/** What is left of a person's minute, or of their key's where that is less. */
function allowanceOf(limiter: RateLimiter, { rate }: Endpoint, identity: Identity | null, address: string): Allowance {
  const { keyId, keyPerMinute = null } = identity ?? {};
  const ofKey = keyId === undefined || keyPerMinute === null ? null : limiter.takeOfKey(keyId, keyPerMinute);
  // What is over the limit of the key doesn't use up the minute of its user.
  if (ofKey !== null && ofKey.remaining < 0) return ofKey;
  const own = limiter.take(rate, identity?.userId ?? networkOf(address));
  return ofKey !== null && ofKey.remaining < own.remaining ? ofKey : own;
}

/** @throws {Refusal} `access_denied` when the endpoint is not for this identity. */
function requireAccess(identity: Identity, { access, effect }: Endpoint): void {
  if (access === 'self' && identity.depth > 0) {
    throw new Refusal('access_denied', "You can't do this while logged in as another user.");
  }
  // Scopes name permissions; reads without one are open to any key.
  const isForProgram = access === 'signedIn' && effect === 'read';
  if (access === 'self' || access === 'signedIn') {
    if (isSelf(identity) || identity.via === 'session' || isForProgram) return;
    throw new Refusal('access_denied', "You can't do this with an API key.");
  }
  if (access !== 'public') requirePermission(identity, access);
}

/** @throws {Refusal} `sudo_required` without recent re-authentication. */
function requireProof(identity: Identity, { sudo }: Endpoint, at: Date): void {
  if (sudo === false) return;
  const until = sudo === 'signer' ? identity.signerSudoUntil : identity.sudoUntil;
  if (until === null || until <= at) throw new Refusal('sudo_required', "Confirm it's you.");
}

/** @throws {Refusal} when the tab assumes another identity, or a write does not name one. */
function requireIdentity(request: FastifyRequest, { userId, depth }: Identity, isWrite: boolean): void {
  const believed = request.headers[IDENTITY_HEADER];
  if (believed === `${userId}:${depth}`) return;
  if (believed !== undefined) {
    throw new Refusal(
      'identity_changed',
      "You're now logged in as another user in this browser. The page will reload.",
    );
  }
  if (isWrite) throw new Refusal('unreadable', `Name the identity you act as in the header ${IDENTITY_HEADER}.`);
}

/** Makes the Fastify route of an endpoint. @throws when the endpoint leaves one of its declarations out. */
export function route(
  app: FastifyInstance,
  endpoint: Endpoint,
  handler: Handler<Endpoint>,
  repeated: typeof once = once,
): void {
  recordEndpoint(app, endpoint);
  const admit = admission(app, endpoint);
  const json = jsonLimitsOf(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    exposeHeadRoute: false,
    bodyLimit: json.bytes,
    config: { json },
    onRequest: async (request, reply) => {
      await admit(request, reply);
      request.admittedAfter = reply.elapsedTime;
    },
    handler: async (request, reply) => {
      const params = endpoint.params && parsePart('params', endpoint.params, request.params);
      const query = endpoint.query && parsePart('query', endpoint.query, request.query);
      const incoming = await readBody(request, endpoint);
      try {
        const isHurried = !carriesFile(endpoint) && canComeAgain(request, endpoint);
        const work = () => serve(app, { endpoint, handler, repeated, request, reply, params, query, incoming });
        const { identity } = request;
        // A file takes as long as its line needs; other endpoints would wait for it.
        const isFree = identity === null || carriesFile(endpoint);
        const answered = isFree ? work() : app.places(identity, endpoint, () => awaited(reply, endpoint, work));
        return await (isHurried ? inTime(answered, request) : answered);
      } finally {
        incoming.drain();
      }
    },
  });
}

interface Served {
  readonly endpoint: Endpoint;
  readonly handler: Handler<Endpoint>;
  /** Does the work once per idempotency key. */
  readonly repeated: typeof once;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: unknown;
  readonly query: unknown;
  readonly incoming: Incoming;
}

async function serve(app: FastifyInstance, served: Served): Promise<FastifyReply> {
  const { endpoint, handler, repeated, request, reply, params, query, incoming } = served;
  const { identity } = request;
  const { body, file } = incoming;
  const run = async () => {
    const call = { params, query, body, file, identity, requestId: request.id, request, reply };
    const tell = (error: Error) => {
      if (app.deps.config.appEnv === 'development') throw error;
      request.log.error({ ...logFieldsOf(request.cause), err: error }, 'an audit row is missing');
    };
    const handle = () => handler(call as Call<Endpoint>);
    const result: unknown = await (endpoint.audit === null
      ? handle()
      : withTrail({ named: endpoint.audit, inOne: repeated === onceInOne, tell }, handle));
    if (app.deps.config.appEnv === 'development') requireReply(endpoint, result);
    // Not the reply's status: that may already be the timeout's.
    return { status: endpoint.reply === null ? 204 : 200, reply: result };
  };

  const key = keyOf(request, endpoint);
  const answer =
    key === null || identity === null
      ? await run()
      : await repeated(
          app.deps,
          { request, endpoint, identity, key, parts: [params, query, body, file?.fileName] },
          run,
        );
  if (reply.sent) return reply;
  if ('replayed' in answer && answer.replayed) void reply.header(IDEMPOTENT_REPLAYED_HEADER, 'true');
  void reply.code(answer.status);
  return answer.status === 204 ? reply.send() : reply.send(answer.reply);
}

/** @throws when the response doesn't match the contract: a bug of ours. */
function requireReply(endpoint: Endpoint, result: unknown): void {
  if (endpoint.reply === null || result instanceof Readable) return;
  const parsed = z.safeParse(endpoint.reply, result);
  if (parsed.success) return;
  throw new Error(`The answer of ${endpoint.name} breaks its contract: ${JSON.stringify(parsed.error.issues)}`);
}
