import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const VALUE = /^[\w-]{43}$/;

// No other host can set a cookie with this prefix: otherwise an attacker could sign someone in as themselves.
const nameOf = ({ protocol }: FastifyRequest): string => (protocol === 'https' ? '__Host-sso' : 'sso');

/** Identity of the browser during sign-in through the identity provider. `null`: not started. */
export function browserOf(request: FastifyRequest): string | null {
  const found = parseCookie(request.headers.cookie ?? '')[nameOf(request)];
  return found !== undefined && VALUE.test(found) ? found : null;
}

/** Remembers the browser for so many seconds. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, value: string, maxAge: number): void {
  const secure = request.protocol === 'https';
  const attributes = { maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  void reply.header('set-cookie', stringifySetCookie({ name: nameOf(request), value, ...attributes }));
}
