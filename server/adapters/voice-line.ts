/** The line that carries calls. Calls are named by their sid, `CA` and 32 hexadecimal digits. */
export interface VoiceLine {
  readonly name: 'embedded' | 'twilio';
  /** Where browsers find it, a path on the host of the page; `null`: Twilio's own. */
  readonly path: string | null;
  /** A token that lets somebody register a device. */
  mintToken(who: VoiceAgent, ttlSeconds: number): Promise<string>;
  /** Plays the disclaimer to both sides. Settles when it is asked for; the line tells by a fact when it was heard. */
  announce(sid: string, language: PromptLanguage): Promise<void>;
  record(sid: string, action: 'start' | 'pause' | 'resume' | 'stop'): Promise<void>;
  hold(sid: string, held: boolean): Promise<void>;
  /** Passes the other side on. `to`: E.164. */
  transfer(sid: string, to: string): Promise<void>;
  hangUp(sid: string): Promise<void>;
}

/** In what the disclaimer is spoken; its words stand in `server/voice/recording/prompts/README.md`. */
export type PromptLanguage = 'en' | 'es';

/** Who registers a device. */
export interface VoiceAgent {
  readonly accountId: number;
  readonly userId: number;
  /** Who signed in. */
  readonly actorId: number;
  /** Of the session: a device goes with it. */
  readonly sessionId: number;
}

/** How a line knows somebody. */
export const identityOf = ({ userId }: Pick<VoiceAgent, 'userId'>): string => `user-${userId}`;

/** The line has no such call (any more): it ended meanwhile. */
export class NoSuchCall extends Error {}

/** The line does not answer, or refused. The message is for the log. */
export class LineAway extends Error {}

/** The line has the call and does not do what is asked. The message says why, for whoever asked. */
export class LineRefusal extends Error {}
