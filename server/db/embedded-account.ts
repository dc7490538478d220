import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { StartFault } from '../start-fault.ts';

/** User that PostgreSQL runs as when we are root, because it refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** Uid of `nobody`. Source: Linux, overflowuid. */
const NOBODY_UID = 65_534;

/**
 * Returns the account for PostgreSQL; `null` means the current user. Existing files decide, so that a cluster created
 * by an ordinary user keeps its owner under root.
 * @throws {StartFault} when we are root and the system has no unprivileged account.
 */
export function accountFor(cluster: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };

  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const nobody = users.find((user) => Number(user[2]) === NOBODY_UID) ?? users.find((user) => user[0] === 'nobody');
  const [uid, gid] = [Number(nobody?.[2]), Number(nobody?.[3])];
  if (uid > 0 && gid > 0) return { uid, gid };
  throw new StartFault(
    `PostgreSQL doesn't run as root, and this system has no "nobody" account. Start Bellwether as a regular user, or set DATABASE_URL.`,
  );
}

/** True when an account may enter a folder: asks the system, so that ACLs count. */
export function mayEnter(account: Account | null, folder: string): boolean {
  return passes(account, '/bin/sh', ['-c', 'cd "$1" 2>/dev/null', 'sh', folder]);
}

/** Returns whether a command, run as the account, exits with 0. */
export function passes(account: Account | null, command: string, args: readonly string[]): boolean {
  const ended = spawnSync(command, args, { cwd: '/', stdio: 'ignore', ...account });
  if (account && (ended.error as NodeJS.ErrnoException | undefined)?.code === 'EPERM') {
    throw new StartFault(
      `This container doesn't let root switch to uid ${account.uid}, which PostgreSQL requires. Start Bellwether as a regular user, or set DATABASE_URL.`,
    );
  }
  return ended.status === 0;
}
