/** Work requested by a user that takes the server a while. */
export interface Work {
  readonly id: number;
  /** The copy with the higher version is newer. */
  readonly version: number;
}

/** `paused`: held until a user resumes it. `ended`: nothing is running. */
export type WorkStage = 'running' | 'paused' | 'ended';

export type WorkCommand = 'pause' | 'resume' | 'cancel' | 'undo';

/** A command, as the server is asked for it. */
export interface WorkChange {
  readonly command: WorkCommand;
  /** Only these of its contacts. `null`: everything. */
  readonly ids: readonly number[] | null;
}

/** The rules of one kind of long-running work. `Ref`: what one is asked for by. */
export interface KindOfWork<W extends Work, Ref extends number | string = number> {
  readonly refOf: (work: W) => Ref;
  readonly stageOf: (work: W) => WorkStage;
  /** True when the command is available now. */
  readonly offers: (work: W, command: WorkCommand) => boolean;
  /** Milliseconds without a word about running work, after which it is read again. */
  readonly quietMs: number;
  /** True when reading stops after minutes without news. */
  readonly givesUp: boolean;
}

/**
 * Milliseconds without a word about work that should move, after which it is read again. Ours: a chunk takes less than a
 * second, so that ten without one mean that something was missed.
 */
export const WORK_QUIET_MS = 10_000;
