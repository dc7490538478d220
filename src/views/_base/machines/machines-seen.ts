/** The recorder's data for views: plain values. */
export type { ActorSeen, CallSeen, Recorded, Seen as MachinesSeen } from '../../../actors/machines/actor-seen.ts';
