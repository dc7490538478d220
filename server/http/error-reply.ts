import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody } from '#contract/_wire.contract.ts';
import { isDatabaseAway } from '../db/database-away.ts';
import { auditDenied } from '../audit.ts';
import { Refusal, type RefusalCode } from '../errors.ts';
import { logFieldsOf } from '../telemetry/cause.ts';
import { clearSentToken } from './session-cookie.ts';

export const STATUS: Readonly<Record<RefusalCode, number>> = {
  unreadable: 400,
  no_session: 401,
  access_denied: 403,
  sudo_required: 403,
  terms_due: 403,
  payment_due: 403,
  password_due: 403,
  two_factor_due: 403,
  not_found: 404,
  conflict: 409,
  identity_changed: 409,
  contact_changed: 409,
  record_changed: 409,
  in_progress: 409,
  refused: 422,
  too_many: 429,
  unavailable: 503,
};

/** Seconds until a retry makes sense when the database is down. Our choice. */
const RETRY_SECONDS = 2;

/** Seconds until a full disk may have space again. Our choice. */
const ROOM_SECONDS = 30;

/** A statement, a lock, a line. */
const TOOK_TOO_LONG = /^(57014|55P03|25P03|40001|40P01|ETIMEDOUT)$/;
/** PostgreSQL's disk, our disk, and a quota on it. */
const DISK_FULL = /^(53100|ENOSPC|EDQUOT)$/;

/** PostgreSQL's codes of text that no database can hold: a null character, half of a character. */
const UNSTORABLE = /^(22021|22P05|22P02)$/;
const SYNTAX = '22P02';

/** Fastify's own errors about a request, in our wording. */
const UNREADABLE: Readonly<Record<string, string>> = {
  FST_ERR_BAD_URL: "The address isn't valid.",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send the body as application/json or multipart/form-data.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "The body length doesn't match Content-Length.",
  FST_ERR_CTP_INVALID_JSON_BODY: "The body isn't valid JSON.",
};

/** The only place where an exception becomes a status. */
export async function replyError(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const refusal = refusalOf(error, request);
  if (refusal === null) {
    request.log.error({ ...logFieldsOf(request.cause), err: error }, 'failed');
    send(request, reply, 500, 'failed', 'Something went wrong on our side. Please try again.', {});
    return;
  }
  const status = STATUS[refusal.code];
  const { identity, server, method, routeOptions } = request;
  if (refusal.code === 'access_denied' && identity !== null) {
    await auditDenied(server.deps, identity, { requestId: request.id, method, route: routeOptions.url ?? '' });
  }
  if (refusal.code === 'unavailable') {
    request.log.error({ ...logFieldsOf(request.cause), err: refusal.cause }, 'unavailable');
  }
  if (status === 401) clearSentToken(request, reply);
  if (refusal.retryAfter !== null) void reply.header('retry-after', String(refusal.retryAfter));
  send(request, reply, status, refusal.code, refusal.message, fieldsOf(refusal));
}

/** What a refusal is answered with; `null`: the same request may succeed later. */
export const lastingAnswer = (refusal: Refusal, requestId: string): { status: number; reply: ErrorBody } | null => {
  const { code, message, retryAfter } = refusal;
  if (retryAfter !== null) return null;
  return { status: STATUS[code], reply: { code, error: message, errors: fieldsOf(refusal), request_id: requestId } };
};

export const replyNotFound = (request: FastifyRequest, reply: FastifyReply) =>
  send(request, reply, 404, 'not_found', 'Not found.', {});

export function replyWrongMethod(request: FastifyRequest, reply: FastifyReply, allowed: readonly string[]): void {
  void reply.header('allow', allowed.join(', '));
  send(request, reply, 405, 'wrong_method', `Allowed methods: ${allowed.join(', ')}.`, {});
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  code: string,
  error: string,
  errors: ErrorBody['errors'],
): void {
  const body: ErrorBody = { code, error, errors, request_id: request.id };
  void reply.code(status).type('application/json; charset=utf-8').send(body);
}

const fieldsOf = ({ code, fields }: Refusal): ErrorBody['errors'] => ({
  ...(code === 'access_denied' ? { user: 'Access denied!' } : {}),
  ...Object.fromEntries(Object.entries(fields).map(([field, messages]) => [field, [...messages]])),
});

const sizeOf = (bytes: number) => (bytes < 2 ** 20 ? `${bytes / 2 ** 10} KB` : `${bytes / 2 ** 20} MB`);

interface Known {
  code: string;
  statusCode: number;
}

export const busy = (cause?: unknown): Refusal =>
  new Refusal('unavailable', 'The server is busy. Please try again in a moment.', {
    retryAfter: RETRY_SECONDS,
    cause,
  });

const CHARACTERS = "The text contains characters that can't be stored.";

/** Dotted paths of the texts of a request that no database can hold. */
function unstorable(parts: readonly unknown[]): string[] {
  const pathsIn = (value: unknown, path: readonly string[]): string[] => {
    if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? [path.join('.')] : [];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
  };
  return parts.flatMap((part) => pathsIn(part, [])).filter(Boolean);
}

/** `null`: a bug. */
function refusalOf(error: unknown, { routeOptions, body, query }: FastifyRequest): Refusal | null {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return null;
  const { code = '', statusCode = 500 } = error as Error & Partial<Known>;
  if (isDatabaseAway(error) || TOOK_TOO_LONG.test(code)) {
    return busy(error);
  }
  if (DISK_FULL.test(code)) {
    const message = 'The server is out of storage. Please tell your administrator and try again later.';
    return new Refusal('unavailable', message, { retryAfter: ROOM_SECONDS, cause: error });
  }
  const texts = UNSTORABLE.test(code) ? unstorable([body, query]) : [];
  // Half a character in JSON is called a syntax error; without one in the request it is ours.
  if (texts.length > 0 || (UNSTORABLE.test(code) && code !== SYNTAX)) {
    const fields = Object.fromEntries(texts.map((field) => [field, [CHARACTERS]]));
    return new Refusal('refused', CHARACTERS, { fields, cause: error });
  }
  if (!code.startsWith('FST_') || statusCode >= 500) return null;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new Refusal('unreadable', `The body is too large: send ${sizeOf(routeOptions.bodyLimit)} at most.`);
  }
  return new Refusal('unreadable', UNREADABLE[code] ?? 'The request is invalid.', { cause: error });
}
