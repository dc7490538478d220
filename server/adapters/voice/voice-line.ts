/** The line that carries calls. Calls are named by their sid, `CA` and 32 hexadecimal digits. */
export interface VoiceLine {
  readonly name: 'embedded' | 'twilio';
  /** Path on the page's host for browsers; `null`: Twilio's own. */
  readonly path: string | null;
  /** Token for registering a device. */
  mintToken(who: VoiceAgent, ttlSeconds: number): Promise<string>;
  /** Plays the disclaimer to both sides. Settles when requested; a later fact reports that it was played. */
  announce(sid: string, language: PromptLanguage): Promise<void>;
  record(sid: string, action: 'start' | 'pause' | 'resume' | 'stop'): Promise<void>;
  hold(sid: string, held: boolean): Promise<void>;
  /** Passes the other side on. `to`: E.164; `extension`: digits to dial after the answer, only outside. */
  transfer(sid: string, to: string, extension: string | null): Promise<void>;
  hangUp(sid: string): Promise<void>;
  /** Ends the leg of an agent who is transferring the other party, who stays. */
  leave(sid: string): Promise<void>;
  /** The line for a call in which someone has another leg than the one that its sid leads to. */
  rejoined(legs: Rejoined): VoiceLine;
}

/** Legs by which the agent, or the colleague they talk with, has rejoined; `null`: they didn't. */
export interface Rejoined {
  readonly agent: string | null;
  readonly other: string | null;
}

/** A line of a carrier, where each party has a leg and both meet in the room of their call. */
export interface CarrierLine extends VoiceLine {
  rejoined(legs: Rejoined): CarrierLine;
  /** Both meet in the room, where one stays when the other one's leg ends. */
  meet(sid: string): Promise<void>;
  /** The other party waits in the room; one on hold stays on hold. `joined`: where it is reported who enters the room. */
  park(sid: string, held: boolean, joined: string): Promise<void>;
  /** Name of the room. */
  roomOf(sid: string): Promise<string>;
}

/** In what the disclaimer is spoken; its words stand in `server/voice/recording/prompts/README.md`. */
export type PromptLanguage = 'en' | 'es';

/** User who registers a device. */
export interface VoiceAgent {
  readonly accountId: number;
  readonly userId: number;
  /** User who signed in. */
  readonly actorId: number;
  /** Id of the session: its end ends the device. */
  readonly sessionId: number;
}

/** Identity of a user on a line. */
export const identityOf = ({ userId }: Pick<VoiceAgent, 'userId'>): string => `user-${userId}`;

/** The line does not have the call anymore: it has ended. */
export class NoSuchCall extends Error {}

/** The line does not answer, or refused. The message is for the log. */
export class LineAway extends Error {}

/** The line has the call and refuses the request. The message is the reason, for the caller. */
export class LineRefusal extends Error {}
