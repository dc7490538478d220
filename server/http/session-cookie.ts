import type { FastifyReply, FastifyRequest } from 'fastify';

const OVER_HTTPS = '__Host-token';
const OVER_HTTP = 'token';
const VALUE = /^[\w-]{43}$/;

/** The token of a Cookie header. Over https only the prefixed one counts, which no other host can plant. */
export function tokenOf(cookieHeader: string | undefined, secure: boolean): string | null {
  if (cookieHeader === undefined) return null;
  const found = valueOf(cookieHeader, OVER_HTTPS) ?? (secure ? null : valueOf(cookieHeader, OVER_HTTP));
  return found !== null && VALUE.test(found) ? found : null;
}

function valueOf(cookieHeader: string, name: string): string | null {
  for (const pair of cookieHeader.split(';')) {
    const cookie = pair.trimStart();
    if (cookie.startsWith(name) && cookie[name.length] === '=') return cookie.slice(name.length + 1);
  }
  return null;
}

const attributesOf = (secure: boolean) => `Path=/; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;

function set(request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number): void {
  const secure = request.protocol === 'https';
  const name = secure ? OVER_HTTPS : OVER_HTTP;
  void reply.header('set-cookie', `${name}=${token}; Max-Age=${maxAge}; ${attributesOf(secure)}`);
}

export const giveToken = (request: FastifyRequest, reply: FastifyReply, token: string, maxAge: number) =>
  set(request, reply, token, maxAge);

export const clearToken = (request: FastifyRequest, reply: FastifyReply) => set(request, reply, '', 0);

/** Clears a token that the request came with; one that it did not know of may be a fresh one. */
export function clearSentToken(request: FastifyRequest, reply: FastifyReply): void {
  if (tokenOf(request.headers.cookie, request.protocol === 'https') !== null) clearToken(request, reply);
}
