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
      return [['fault', `A restore into ${dataDir} was cut off while it moved folders: run "bin/restore --finish".`]];
    }
    if (!existsSync(dataDir)) return [['warn', `${dataDir} is not there yet: the first start makes it.`]];
    try {
      accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    } catch {
      const { uid } = statSync(dataDir);
      return [
        [
          'fault',
          `${dataDir} cannot be written by this user (uid ${process.getuid?.()}, it belongs to uid ${uid}): run as its owner, or give write access.`,
        ],
      ];
    }
    const kind = statfsSync(dataDir).type;
    const distant = DISTANT[kind];
    if (distant !== undefined && databaseUrl === null) {
      return [
        [
          'warn',
          `${dataDir} is on a network disk (${distant}), where a database may be damaged: set DATA_DIR to a disk of this machine.`,
        ],
      ];
    }
    if (kind === OVERLAY) {
      return [['warn', `${dataDir} is inside the container and goes with it: mount a volume there.`]];
    }
    if (kind === IN_MEMORY)
      return [['warn', `${dataDir} is in memory and gone at the next boot: set DATA_DIR to a disk.`]];
    return [['ok', `${dataDir} can be written.`]];
  },
};

export const diskCheck: Check = {
  name: 'disk',
  look: ({ config: { dataDir } }) => {
    const folder = existsSync(dataDir) ? dataDir : join(dataDir, '..');
    const { bavail, blocks, bsize } = statfsSync(folder);
    const [free, part] = [bavail * bsize, bavail / blocks];
    const room = `${gigabytes(free)} (${Math.round(part * 100)} %) are free on the disk of ${folder}`;
    if (free < FREE_BYTES) return [['fault', `${room}: make room, or the database stops.`]];
    if (part < FREE_PART) return [['warn', `${room}: make room soon.`]];
    return [['ok', `${room}.`]];
  },
};

export const claimCheck: Check = {
  name: 'claim',
  look: ({ config: { dataDir } }) => {
    const holder = claimOn(dataDir);
    if (holder === 'free') return [['ok', 'Nobody runs on the data folder.']];
    if (holder === 'dead') {
      return [
        [
          'warn',
          'Bellwether ended here without a goodbye (a kill, a loss of power): the next start recovers, nothing is lost.',
        ],
      ];
    }
    return [['ok', `Bellwether runs on the data folder (process ${holder}).`]];
  },
};

export const portCheck: Check = { name: 'port', look: async (scene) => [await portOf(scene)] };

async function portOf({ config: { host, port }, version }: Scene): Promise<Told> {
  if (port === 0) return ['ok', 'Any free one.'];
  const name = ['localhost', '0.0.0.0', '::', '[::]'].includes(host) ? 'localhost' : host;
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
  const ask = (path: string) => fetch(address + path, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
  const [health, ready] = await Promise.allSettled([ask('/v1/health'), ask('/readyz')]);
  if (health.status === 'rejected') {
    const refused = codeOf(health.reason) === 'ECONNREFUSED';
    return refused ? ['ok', `${port} is free: Bellwether does not run.`] : ['fault', portTaken(port)];
  }
  const body = (await health.value.json().catch(() => null)) as {
    data?: { version?: string };
    code?: string;
    error?: string;
  } | null;
  if (body?.data?.version === undefined && body?.code !== 'unavailable') return ['fault', portTaken(port)];
  const isReady = ready.status === 'fulfilled' && ready.value.ok;
  if (!health.value.ok)
    return ['fault', `Bellwether answers on ${port} and is not healthy: ${body.error ?? 'no reason'}`];
  if (body.data?.version !== version) {
    return ['warn', `Bellwether ${body.data?.version} runs on ${port}, this checkout is ${version}: start it again.`];
  }
  if (!isReady)
    return ['warn', `Bellwether ${version} answers on ${port} and takes no requests: it is leaving or starting.`];
  return ['ok', `Bellwether ${version} answers on ${port}, healthy and ready.`];
}

function codeOf(error: unknown): string | undefined {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } };
  return cause?.code ?? cause?.errors?.[0]?.code;
}
