import type { PromptLanguage } from '../adapters/voice/voice-line.ts';
import { Unfit } from './calls-errors.ts';
import type { Recorder, Recordings, Sounds, Tap } from './sound.ts';
import type { Teller } from './teller.ts';

/** Maximum plays of the disclaimer to a party whose connection was down at its end. Our choice. */
const TRIES = 3;

/** Relevant parts of a side. */
export interface RecordedSide {
  readonly callId: number;
  readonly sid: string;
  readonly peer: RecordedSide | 'echo' | null;
  readonly ended: boolean;
  announcedAt: Date | null;
  play(sound: Uint8Array): Promise<boolean>;
  addTap(tap: Tap): () => void;
}

interface Use {
  readonly recordings: Pick<Recordings, 'start' | 'keep'>;
  readonly sounds: Sounds;
  readonly tell: Teller['tell'];
  readonly now: () => Date;
}

/** Disclaimers being played, by party: one that both sides of a call request is played once. */
const playing = new WeakMap<RecordedSide, { readonly peer: RecordedSide['peer']; readonly heard: Promise<boolean> }>();

/** The recording of one side. Nothing is recorded before the disclaimer was heard to its end (promise P22). */
export class SideRecording {
  readonly #side: RecordedSide;
  readonly #use: Use;
  /** Side that is hearing the disclaimer with this one; `null`: none. */
  #announcing: { readonly peer: RecordedSide['peer'] } | null = null;
  #recorder: Recorder | null = null;
  #starting = false;
  #paused = false;
  #count = 0;
  #untap: () => void = () => undefined;

  constructor(side: RecordedSide, use: Use) {
    this.#side = side;
    this.#use = use;
  }

  /** Plays the disclaimer to both sides, and reports when both have heard it. @throws {Unfit} without another party. */
  announce(language: PromptLanguage): Promise<void> {
    this.#requireSomebody();
    return this.#announcing === null ? this.#announce(language) : Promise.resolve();
  }

  async #announce(language: PromptLanguage): Promise<void> {
    const { tell, now } = this.#use;
    const { callId, peer } = this.#side;
    const announcing = { peer };
    this.#announcing = announcing;
    tell(callId, { kind: 'announcing' });
    const found = playing.get(this.#side);
    const heard = await (found?.peer === peer ? found.heard : this.#playToBoth(language));
    if (this.#announcing !== announcing) return;
    this.#announcing = null;
    if (!this.#isStillWith(peer)) return;
    if (!heard) {
      tell(callId, { kind: 'recordingFailed', reason: 'The disclaimer could not be played to both sides.' });
      return;
    }
    this.#side.announcedAt = now();
    tell(callId, { kind: 'announced' });
  }

  /** Resolves to true when all parties of the call have heard it to its end. */
  async #playToBoth(language: PromptLanguage): Promise<boolean> {
    const { peer } = this.#side;
    const hearers = peer === null || peer === 'echo' ? [this.#side] : [this.#side, peer];
    const missing = new Set<RecordedSide>(hearers);
    const play = async (): Promise<boolean> => {
      for (let tries = 0; tries < TRIES && missing.size > 0 && this.#isStillWith(peer); tries += 1) {
        const heard = await Promise.all(hearers.map((one) => one.play(this.#use.sounds.disclaimer[language])));
        for (const [at, one] of hearers.entries()) if (heard[at] === true) missing.delete(one);
      }
      return missing.size === 0;
    };
    const heard = play();
    for (const one of hearers) playing.set(one, { peer: one.peer, heard });
    const forget = () => hearers.forEach((one) => playing.get(one)?.heard === heard && playing.delete(one));
    void heard.finally(forget).catch(() => undefined);
    return heard;
  }

  /** @throws {Unfit} without another party, and before the disclaimer was heard. */
  async start(): Promise<void> {
    this.#requireSomebody();
    const { callId, sid, announcedAt } = this.#side;
    const { recordings, tell } = this.#use;
    if (announcedAt === null) throw new Unfit('The disclaimer was not heard yet.');
    if (this.#recorder !== null) return this.resume();
    if (this.#starting) return;
    this.#starting = true;
    this.#count += 1;
    const fail = (reason: string) => tell(callId, { kind: 'recordingFailed', reason });
    /** The written part is kept, and the next recording starts fresh. */
    const onFailed = (reason: string) =>
      void this.stop()
        .catch(() => undefined)
        .finally(() => fail(reason));
    try {
      const key = `rec-${sid}-${this.#count}`;
      const recorder = await recordings.start({ callId, sid, announcedAt, key, onFailed });
      if (this.#side.ended || this.#side.announcedAt !== announcedAt) return void (await recorder.stop());
      this.#recorder = recorder;
      this.#paused = false;
      this.#untap = this.#side.addTap(recorder);
      tell(callId, { kind: 'recordingStarted' });
    } catch (error) {
      fail(error instanceof Error ? error.message : String(error));
    } finally {
      this.#starting = false;
    }
  }

  pause(): void {
    if (this.#recorder === null || this.#paused) return;
    this.#paused = true;
    this.#recorder.pause();
    this.#use.tell(this.#side.callId, { kind: 'recordingPaused' });
  }

  resume(): void {
    if (this.#recorder === null || !this.#paused) return;
    this.#paused = false;
    this.#recorder.resume();
    this.#use.tell(this.#side.callId, { kind: 'recordingResumed' });
  }

  /** Ends it and hands it over for keeping. The fact of its end is reported immediately. */
  async stop(): Promise<void> {
    const recorder = this.#recorder;
    if (recorder === null) return;
    this.#recorder = null;
    this.#untap();
    const { recordings, tell } = this.#use;
    const { callId } = this.#side;
    tell(callId, { kind: 'recordingStopped', seconds: recorder.seconds() });
    const finished = await recorder.stop();
    if (finished !== null) recordings.keep(callId, finished);
  }

  /** A new party joins the line, who has heard no disclaimer. */
  async forgetDisclaimer(): Promise<void> {
    const { callId } = this.#side;
    this.#side.announcedAt = null;
    if (this.#announcing !== null) {
      this.#announcing = null;
      const reason = 'Somebody else came onto the line before the disclaimer was heard.';
      this.#use.tell(callId, { kind: 'recordingFailed', reason });
    }
    await this.stop();
  }

  /** The next party would be recorded without having heard it. */
  #requireSomebody(): void {
    if (this.#side.peer === null) throw new Unfit('Nobody is on the line.');
  }

  #isStillWith(peer: RecordedSide['peer']): boolean {
    return !this.#side.ended && this.#side.peer === peer;
  }
}
