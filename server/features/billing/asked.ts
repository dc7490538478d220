import { createHash, randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER } from '#contract/_wire.contract.ts';
import type { Identity } from '../../identity.ts';
import type { Asked } from './choose-plan.service.ts';

export const memberOf = ({ accountId, userId }: Identity) => ({ accountId, userId });

interface Call {
  readonly identity: Identity;
  readonly requestId: string;
  readonly request: { readonly headers: Readonly<Record<string, string | string[] | undefined>> };
}

/** Two people may send the same key, of a length that providers refuse; a request without one is its own. */
export function askedOf(endpoint: string, { identity, requestId, request }: Call): Asked {
  const sent = request.headers[IDEMPOTENCY_HEADER];
  const key = typeof sent === 'string' && sent !== '' ? sent : randomUUID();
  const short = createHash('sha256').update(key).digest('hex').slice(0, 40);
  return { member: memberOf(identity), requestId, key: `${endpoint}-${identity.userId}-${short}` };
}
