import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const OVER_HTTPS = '__Host-token';
const OVER_HTTP = 'token';
const VALUE = /^[\w-]{43}$/;

/** The token of a Cookie header. Over https only the prefixed one counts, which no other host can plant. */
export function tokenOf(cookieHeader: string | undefined, secure: boolean): string | null {
  if (cookieHeader === undefined) return null;
  const cookies = parseCookie(cookieHeader);
  const found = cookies[OVER_HTTPS] ?? (secure ? undefined : cookies[OVER_HTTP]);
  return found !== undefined && VALUE.test(found) ? found : null;
}

/** Sets the cookie for so many seconds. */
export function giveToken(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number): void {
  const secure = request.protocol === 'https';
  const attributes = { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  const name = secure ? OVER_HTTPS : OVER_HTTP;
  void reply.header('set-cookie', stringifySetCookie({ name, value: token, ...attributes }));
}

const deviceName = ({ protocol }: Pick<FastifyRequest, 'protocol'>): string =>
  protocol === 'https' ? '__Host-device' : 'device';

/** What tells this browser from a stranger's, as it came. `null`: none. */
export const deviceCookieOf = (request: FastifyRequest): string | null =>
  parseCookie(request.headers.cookie ?? '')[deviceName(request)] ?? null;

export function giveDevice(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = request.protocol === 'https';
  const attributes = { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  void reply.header('set-cookie', stringifySetCookie({ name: deviceName(request), value, ...attributes }));
}

export const clearToken = (request: FastifyRequest, reply: FastifyReply) => giveToken(request, reply, '', 0);

/** Clears a token that came with the request; a token it did not see may be a fresh one. */
export function clearSentToken(request: FastifyRequest, reply: FastifyReply): void {
  if (tokenOf(request.headers.cookie, request.protocol === 'https') !== null) clearToken(request, reply);
}
