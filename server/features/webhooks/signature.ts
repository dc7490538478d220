import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
/** Source: Standard Webhooks, 24 to 64 bytes. */
const SECRET_BYTES = 32;

/** A secret as Standard Webhooks has it. */
export const freshSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64');

/** Binds sealed secrets to their account. */
export const secretOwner = (accountId: number): string => `webhook:${accountId}`;

export interface Signed {
  readonly id: string;
  /** Seconds since 1970. */
  readonly timestamp: number;
  readonly body: string;
}

const signature = (secret: string, { id, timestamp, body }: Signed): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')}`;

/** Headers that let a receiver check sender, time and body: one signature by each secret. Source: Standard Webhooks. */
export const signedHeaders = (secrets: readonly string[], signed: Signed): Readonly<Record<string, string>> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => signature(secret, signed)).join(' '),
});
