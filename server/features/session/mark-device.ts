import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { deviceCookieOf, giveDevice } from '../../http/session-cookie.ts';
import { rememberDevice } from './known-device.ts';

/** Makes this browser known for a user who has just signed in, set a password, or changed it here. */
export function markDevice(deps: Deps, request: FastifyRequest, reply: FastifyReply, userId: number): void {
  const { value, maxAge } = rememberDevice(deps, deviceCookieOf(request), userId);
  giveDevice(request, reply, value, maxAge);
}
