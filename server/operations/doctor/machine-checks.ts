import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config.ts';
import { type Check, gigabytes, type Told } from './finding.ts';

/** Oldest Node whose type stripping runs this code. */
const NODE_MAJOR = 24;

/** Memory below which imports and PostgreSQL get into each other's way, in bytes. Ours. */
const LITTLE_MEMORY = 1.5e9;

/** Open files that 1,000 live browsers need with room to spare. Ours. */
const OPEN_FILES = 4_096;

export const nodeCheck: Check = {
  name: 'node',
  look: () => {
    const major = Number(process.versions.node.split('.')[0]);
    if (major >= NODE_MAJOR) return [['ok', `Node ${process.versions.node}.`]];
    return [
      ['fault', `Node ${process.versions.node} is too old. Run the commands in bin/, which bring Node ${NODE_MAJOR}.`],
    ];
  },
};

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly optional?: boolean; readonly dev?: boolean }>
  >;
}

/** Dependencies that differ from package-lock.json, according to npm's own record of the installation. */
export function wrongPackages(root: string): string[] | null {
  const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Lock;
  if (!existsSync(join(root, 'node_modules/.package-lock.json'))) return null;
  // An image has no lock, and none of the tools.
  if (!existsSync(join(root, 'package-lock.json'))) return [];
  const [wanted, found] = [read('package-lock.json').packages, read('node_modules/.package-lock.json').packages];
  return Object.entries(wanted)
    .filter(
      ([path, { version, optional, dev }]) =>
        path !== '' && version !== found[path]?.version && !((optional || dev) && !found[path]),
    )
    .map(([path]) => path.replace('node_modules/', ''));
}

const checkout = (root: string): Check => ({
  name: 'checkout',
  look: async () => {
    const wrong = wrongPackages(root);
    if (wrong === null) return [['fault', "The dependencies aren't installed. Run bin/start, which installs them."]];
    if (wrong.length > 0) {
      const some = wrong.slice(0, 3).join(', ');
      return [
        ['warn', `${wrong.length} dependencies don't match package-lock.json (${some}). bin/start installs them.`],
      ];
    }
    return [await pages(root)];
  },
});
export const checkoutCheck = checkout(ROOT);

async function pages(root: string): Promise<Told> {
  if (!existsSync(join(root, 'dist/index.html'))) return ['warn', "The pages aren't built. bin/start builds them."];
  const stamp = join(root, 'dist/.built');
  // An image has pages and no sources.
  if (!existsSync(join(root, 'src/main.tsx')) || !existsSync(stamp))
    return ['ok', 'Dependencies match the lockfile, pages are built.'];
  const { stdout } = await promisify(execFile)('bash', ['-c', '. bin/prepare.sh && pages_stamp'], { cwd: root });
  if (stdout === readFileSync(stamp, 'utf8')) return ['ok', 'Dependencies match the lockfile, pages are built.'];
  return ['warn', 'The pages are out of date. bin/start rebuilds them.'];
}

export const memoryCheck: Check = {
  name: 'memory',
  look: () => {
    const limit = process.constrainedMemory();
    const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
    if (total < LITTLE_MEMORY) {
      return [['warn', `${gigabytes(total)} of memory isn't much. Use at least 2 GB, or large imports will be slow.`]];
    }
    return [['ok', `${gigabytes(total)}, ${gigabytes(freemem())} of it unused.`]];
  },
};

export const openFilesCheck: Check = {
  name: 'open files',
  look: () => {
    const limits = existsSync('/proc/self/limits') ? readFileSync('/proc/self/limits', 'utf8') : '';
    const soft = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? Number.NaN);
    if (Number.isNaN(soft)) return [['ok', 'No known limit.']];
    if (soft >= OPEN_FILES) return [['ok', `Up to ${soft}.`]];
    return [
      [
        'warn',
        `Up to ${soft}. Raise the limit to ${OPEN_FILES} or more ("ulimit -n ${OPEN_FILES}"). Each open page takes one.`,
      ],
    ];
  },
};
