import type { Seal } from '../seal.ts';

/** Last link of an account's chain on one day. */
export interface AuditHead {
  readonly account_id: number;
  /** ISO day in UTC. */
  readonly day: string;
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

const PURPOSE = 'audit head';

const textOf = ({ account_id: account, day, seq, hash }: AuditHead) => `${account} ${day} ${seq} ${hash}`;

export const signHead = (seal: Seal, head: AuditHead): Buffer => seal.fingerprint(textOf(head), PURPOSE);

/** True also for a head signed by an earlier key. */
export const isSigned = (seal: Seal, head: AuditHead, signature: string): boolean =>
  seal.fingerprints(textOf(head), PURPOSE).some((one) => one.toString('hex') === signature);
