import type { Seal } from '../../seal.ts';
import type { VoiceAgent } from './voice-line.ts';

const PURPOSE = 'voice device';

/** Lets the devices of one session onto the embedded line, until `expiresAt`. */
export function sealVoiceToken(seal: Seal, agent: VoiceAgent, expiresAt: Date): string {
  const { accountId, userId, actorId, sessionId } = agent;
  const said = JSON.stringify([accountId, userId, actorId, sessionId, Math.floor(expiresAt.getTime() / 1_000)]);
  return seal.seal(said, PURPOSE).toString('base64url');
}

/** User that a token was sealed for, whatever its age; `null`: not sealed here, or altered. */
export function openVoiceToken(seal: Seal, token: string): { agent: VoiceAgent; expiresAt: Date } | null {
  try {
    const said = JSON.parse(seal.open(Buffer.from(token, 'base64url'), PURPOSE)) as number[];
    const [accountId = 0, userId = 0, actorId = 0, sessionId = 0, seconds = 0] = said;
    return { agent: { accountId, userId, actorId, sessionId }, expiresAt: new Date(seconds * 1_000) };
  } catch {
    return null;
  }
}
