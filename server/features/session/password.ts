import { hash, verify } from '@node-rs/argon2';

/** Memory in KiB, passes and lanes. Source: promise P3. The algorithm is argon2id by default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const normal = (password: string): string => password.normalize('NFC');

export const hashPassword = (password: string): Promise<string> => hash(normal(password), COST);

const decoy = hashPassword('nobody has this password');

/**
 * Returns whether it is the password. Without a hash it takes the same time and returns false. Runs off the event loop.
 */
export async function verifyPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await decoy), normal(password));
  return fits && passwordHash !== null;
}
