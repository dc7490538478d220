import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';

export interface Signer {
  readonly accountSid: string;
  readonly apiKeySid: string;
  readonly apiKeySecret: string;
}

export interface VoiceGrant {
  readonly identity: string;
  readonly ttlSeconds: number;
  /** The app that outgoing calls are handed to, with parameters that the device can't change. */
  readonly outgoing: { readonly sid: string; readonly params: Readonly<Record<string, string>> };
}

/** A token with which a device registers and calls. Source: Twilio, "Access Tokens". */
export function signVoiceToken(
  { accountSid, apiKeySid, apiKeySecret }: Signer,
  { identity, ttlSeconds, outgoing }: VoiceGrant,
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const voice = {
    incoming: { allow: true },
    outgoing: { application_sid: outgoing.sid, params: outgoing.params },
  };
  return new SignJWT({ grants: { identity, voice } })
    .setProtectedHeader({ alg: 'HS256', cty: 'twilio-fpa;v=1', typ: 'JWT' })
    .setJti(`${apiKeySid}-${randomUUID()}`)
    .setIssuedAt(now)
    .setExpirationTime(now + ttlSeconds)
    .setIssuer(apiKeySid)
    .setSubject(accountSid)
    .sign(new TextEncoder().encode(apiKeySecret));
}
