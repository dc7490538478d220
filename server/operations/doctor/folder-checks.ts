import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { claimOn } from '../../db/embedded-claim.ts';
import { MOVING } from '../../db/embedded-home.ts';
import { portTaken } from '../../roles/sentence-of.ts';
import { type Check, gigabytes, type Scene, type Told } from './finding.ts';

/** Part of a disk that should stay free, and bytes below which nothing goes any more. Ours. */
const FREE_PART = 0.05;
const FREE_BYTES = 500e6;

/** Kinds of file systems, by the number that statfs tells. Source: linux/magic.h. */
const DISTANT: Readonly<Record<number, string>> = {
  0x6969: 'NFS',
  0xff534d42: 'CIFS',
  0xfe534d42: 'SMB',
  0x65735546: 'FUSE',
};
const OVERLAY = 0x794c7630;
const IN_MEMORY = 0x01021994;

export const dataFolderCheck: Check = {
  name: 'data folder',
  look: ({ config: { dataDir, databaseUrl } }) => {
    if (existsSync(join(dataDir, MOVING))) {
      return [['fault', `A restore into ${dataDir} was interrupted while moving folders. Run "bin/restore --finish".`]];
    }
    if (!existsSync(dataDir)) return [['warn', `${dataDir} doesn't exist yet. The first start creates it.`]];
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch {
      const { uid } = statSync(dataDir);
      return [
        [
          'fault',
          `${dataDir} isn't writable by this user (uid ${process.getuid?.()}; owner: uid ${uid}). Run as its owner, or grant write access.`,
        ],
      ];
    }
    const kind = statfsSync(dataDir).type;
    const distant = DISTANT[kind];
    if (distant !== undefined && databaseUrl === null) {
      return [
        [
          'warn',
          `${dataDir} is on a network disk (${distant}), which can damage a database. Set DATA_DIR to a local disk.`,
        ],
      ];
    }
    if (kind === OVERLAY) {
      return [['warn', `${dataDir} is inside the container and is deleted with it. Mount a volume there.`]];
    }
    if (kind === IN_MEMORY)
      return [['warn', `${dataDir} is in memory and lost at the next boot. Set DATA_DIR to a folder on a disk.`]];
    return [['ok', `${dataDir} is writable.`]];
  },
};

export const diskCheck: Check = {
  name: 'disk',
  look: ({ config: { dataDir } }) => {
    const folder = existsSync(dataDir) ? dataDir : join(dataDir, '..');
    const { bavail, blocks, bsize } = statfsSync(folder);
    const [free, part] = [bavail * bsize, bavail / blocks];
    const room = `${gigabytes(free)} (${Math.round(part * 100)}%) free on the disk of ${folder}`;
    if (free < FREE_BYTES) return [['fault', `${room}. Free up space before the database stops.`]];
    if (part < FREE_PART) return [['warn', `${room}. Free up space soon.`]];
    return [['ok', `${room}.`]];
  },
};

export const claimCheck: Check = {
  name: 'claim',
  look: ({ config: { dataDir } }) => {
    const holder = claimOn(dataDir);
    if (holder === 'free') return [['ok', 'No process is using the data folder.']];
    if (holder === 'dead') {
      return [
        [
          'warn',
          "Bellwether didn't shut down cleanly (killed, or power lost). The next start recovers. No data is lost.",
        ],
      ];
    }
    return [['ok', `Bellwether is using the data folder (process ${holder}).`]];
  },
};

export const portCheck: Check = { name: 'port', look: async (scene) => [await portOf(scene)] };

async function portOf({ config: { host, port }, version }: Scene): Promise<Told> {
  if (port === 0) return ['ok', 'Any free port.'];
  const name = ['localhost', '0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const ask = (path: string) => fetch(address + path, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
  const [health, ready] = await Promise.allSettled([ask('/v1/health'), ask('/readyz')]);
  if (health.status === 'rejected') {
    const refused = codeOf(health.reason) === 'ECONNREFUSED';
    return refused ? ['ok', `${port} is free. Bellwether isn't running.`] : ['fault', portTaken(port)];
  }
  const body = (await health.value.json().catch(() => null)) as {
    data?: { version?: string };
    code?: string;
    error?: string;
  } | null;
  if (body?.data?.version === undefined && body?.code !== 'unavailable') return ['fault', portTaken(port)];
  const isReady = ready.status === 'fulfilled' && ready.value.ok;
  if (!health.value.ok)
    return ['fault', `Bellwether answers on ${port} but isn't healthy: ${body.error ?? 'no reason'}`];
  if (body.data?.version !== version) {
    return [
      'warn',
      `Bellwether ${body.data?.version} is running on ${port}, but this checkout is ${version}. Restart it.`,
    ];
  }
  if (!isReady)
    return ['warn', `Bellwether ${version} answers on ${port} but takes no requests. It's starting or shutting down.`];
  return ['ok', `Bellwether ${version} answers on ${port}, healthy and ready.`];
}

function codeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  return cause?.code ?? cause?.errors?.[0]?.code;
}
