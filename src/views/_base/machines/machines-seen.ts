/** What views may know of the recorder: plain values. */
export type { ActorSeen, CallSeen, Recorded, Seen as MachinesSeen } from '../../../actors/actor-seen.ts';
