import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createGate } from '../../gate.ts';
import { passwordHashes } from '../../telemetry/instruments.ts';

/** Memory in KiB, passes and lanes. Source: promise P3. The algorithm is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes of strangers at a time. Ours: one core stays free for everyone else. */
const PLACES = Math.max(1, availableParallelism() - 1);
/** Strangers who wait for their hash at most. Ours: about a second of one core. */
const LINE = 32;

/** A flood of strangers fills its own line only. */
const gates = { stranger: createGate(PLACES, LINE), known: createGate(1, LINE) } as const;

/**
 * Runs work that hashes one password when it is its turn. Count a guess inside of it, so that a refusal counts nothing.
 * @throws {Refusal} `too_many` when too many wait.
 */
export const inTurn = <T>(who: keyof typeof gates, work: () => Promise<T>): Promise<T> => gates[who](work);

const normal = (password: string): string => password.normalize('NFC');

const hashNow = (password: string): Promise<string> => {
  passwordHashes.inc();
  return hash(normal(password), COST);
};

/** @throws {Refusal} `too_many` when too many wait. */
export const hashPassword = (password: string): Promise<string> => inTurn('known', () => hashNow(password));

const decoy = hashNow('nobody has this password');

/**
 * Returns whether it is the password. Without a hash it takes the same time and returns false. Runs off the event loop,
 * and belongs inside `inTurn`.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  passwordHashes.inc();
  const fits = await verify(passwordHash ?? (await decoy), normal(password));
  return fits && passwordHash !== null;
}
