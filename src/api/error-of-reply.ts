import * as z from 'zod/mini';
import { ErrorBody, REQUEST_ID_HEADER } from '#contract/_wire.contract.ts';
import { ACCESS_DENIED, ApiError, type ApiErrorKind, REQUEST_FAILED } from './errors.ts';

/** An answer as it came, from fetch or from XMLHttpRequest. */
export interface RawReply {
  readonly status: number;
  /** Empty over HTTP/2, which has no words for it. */
  readonly statusText: string;
  readonly text: string;
  readonly header: (name: string) => string | null;
}

/** Returns the error for a status outside 2xx, with code and texts of the body where it is readable. */
export function errorOfReply(reply: RawReply): ApiError {
  const body = z.safeParse(ErrorBody, jsonOrNull(reply.text)).data ?? null;
  const kind = kindOfStatus(reply.status);
  return new ApiError(kind, {
    code: body?.code ?? `status_${reply.status}`,
    statusText: reply.statusText || `Status ${reply.status}`,
    message: body?.error ?? (kind === 'forbidden' ? ACCESS_DENIED : REQUEST_FAILED),
    fields: listsOf(body?.errors ?? {}),
    requestId: body?.request_id ?? reply.header(REQUEST_ID_HEADER),
    retryAfter: secondsOf(reply.header('retry-after')),
  });
}

export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function kindOfStatus(status: number): ApiErrorKind {
  if (status >= 500) return 'server';
  switch (status) {
    case 401:
      return 'unauthorized';
    case 403:
      return 'forbidden';
    case 404:
      return 'notFound';
    case 409:
      return 'conflict';
    default:
      return 'rejected';
  }
}

const listsOf = (errors: ErrorBody['errors']): Record<string, readonly string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, said]) => [field, typeof said === 'string' ? [said] : said]));

function secondsOf(header: string | null): number | null {
  const seconds = Number(header);
  return header === null || !Number.isFinite(seconds) ? null : seconds;
}
