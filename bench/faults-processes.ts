// Two web processes behind a balancer: one is killed, both are restarted in turn, under load.
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './measure.ts';
import { startFollower } from '../tests/_cable/follower.ts';
import { cableFaultsOf } from './faults-cable.ts';
import { type Answered, balance, type Crowd, GRACE_MS, hire, startCrowd, type Worker } from './faults-load.ts';
import type { Part } from './faults-part.ts';
import { addUser, type FaultWorld, openFaultWorld, type Running, startRole, until } from './faults-world.ts';

const PEOPLE = 20;
const FOLLOWERS = 20;
/** Number of kills per process, and of orderly restarts. */
const ROUNDS = 2;
/** Milliseconds of calm before and after each blow. */
const CALM_MS = 3_000;
/** Milliseconds until a client of a dead process has caught up at the other one: the wait, and a relay that moves. */
const MOVED_MS = 5_000;
/** Milliseconds that a stop may take. Source: promise P26. */
const STOP_MS = 30_000;
/** Milliseconds between two looks of the balancer at each process. */
const LOOK_MS = 200;

interface Balancer {
  readonly port: number;
  /** In the place of the process that had it. */
  set(place: number, port: number): void;
  close(): Promise<void>;
}

/** A plain TCP balancer: new connections go in turn to processes that are ready according to `/readyz`. */
async function openBalancer(ports: readonly number[]): Promise<Balancer> {
  const places = ports.map((port) => ({ port, ready: true }));
  const sockets = new Set<Socket>();
  let turn = 0;
  const look = async (place: { port: number; ready: boolean }) => {
    const { port } = place;
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      (response) => response.ok,
      () => false,
    );
    if (place.port === port) place.ready = ready;
  };
  const looking = setInterval(() => {
    for (const place of places) void look(place);
  }, LOOK_MS);

  const join = (near: Socket, tries: number): void => {
    turn += 1;
    const ready = places.filter((place) => place.ready);
    const place = ready[turn % Math.max(1, ready.length)];
    if (place === undefined || tries > places.length) return void near.resetAndDestroy();
    const far = connect(place.port, '127.0.0.1');
    let joined = false;
    far.on('error', () => {
      if (joined || near.destroyed) return void near.destroy();
      place.ready = false;
      join(near, tries + 1);
    });
    far.once('connect', () => {
      joined = true;
      sockets.add(far);
      near.pipe(far).pipe(near);
      near.once('close', () => far.destroy());
      far.once('close', () => {
        sockets.delete(far);
        near.destroy();
      });
    });
  };
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    near.on('close', () => sockets.delete(near));
    join(near, 1);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    set: (place, port) => {
      places[place] = { port, ready: true };
    },
    close: async () => {
      clearInterval(looking);
      for (const socket of sockets) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

interface Stage {
  readonly world: FaultWorld;
  readonly balancer: Balancer;
  readonly webs: Running[];
  readonly workers: readonly Worker[];
}

/** Like in production: a stop waits until the load balancer has noticed it. */
const startWeb = ({ url, dataDir }: FaultWorld) =>
  startRole('web', {
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    APP_ENV: 'stage',
    APP_URL: 'http://127.0.0.1',
    ALLOW_PLAIN_HTTP: 'true',
    SECRET_KEYS: Buffer.alloc(32, 7).toString('base64'),
  });

type Blow = (stage: Stage, place: number) => Promise<void>;

const kill: Blow = async ({ world, balancer, webs }, place) => {
  await webs[place]?.end('SIGKILL');
  await sleep(CALM_MS);
  const web = await startWeb(world);
  webs[place] = web;
  balancer.set(place, web.port);
};

/** A deployment: the old process goes, then the new one comes. */
const renew =
  (stops: { ms: number; code: number | null }[]): Blow =>
  async ({ world, balancer, webs }, place) => {
    const from = performance.now();
    const code = (await webs[place]?.end('SIGTERM')) ?? null;
    stops.push({ ms: performance.now() - from, code });
    const web = await startWeb(world);
    webs[place] = web;
    balancer.set(place, web.port);
  };

async function strike(stage: Stage, blow: Blow) {
  const { world, balancer, webs, workers } = stage;
  const base = `http://127.0.0.1:${balancer.port}`;
  const crowd = startCrowd(() => base, workers);
  const listening = Array.from({ length: FOLLOWERS }, (_, place) => {
    const { id, cookie } = workers[place % workers.length] ?? { id: 0, cookie: '' };
    const channels = [{ name: 'NotificationsChannel' as const }];
    return { userId: id, follower: startFollower({ port: balancer.port, cookie, channels, random: Math.random }) };
  });
  const allLive = () => listening.every(({ follower }) => follower.isLive());
  await until('the cable is live', 10_000, allLive);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const place of webs.keys()) {
      await sleep(CALM_MS);
      await blow(stage, place);
    }
  }
  await sleep(CALM_MS);
  await crowd.stop(GRACE_MS);
  await until('the cable is live again', 15_000, allLive);
  const cableFaults = await cableFaultsOf(world.owner, listening);
  for (const { follower } of listening) follower.stop();
  const told = await balance(world.owner, workers[0]?.accountId ?? 0, crowd);
  return { ...told, crowd, cableFaults, moved: listening.flatMap(({ follower }) => follower.recoveries) };
}

const isFailure = ({ status }: Answered) => status === 0 || status >= 500;

/** Writes that needed a third try, and reads that failed twice in a row for the same person at the same time. */
function failedTwice({ ledger, failedReads }: Crowd): number {
  return ledger.filter(({ failures }) => failures > 1).length + failedReads();
}

export const processes: Part = {
  name: 'processes',
  title: 'one web process of two killed, and both started anew in turn, under load',
  run: async () => {
    const world = await openFaultWorld();
    try {
      const webs = [await startWeb(world), await startWeb(world)];
      const balancer = await openBalancer(webs.map(({ port }) => port));
      const accountId = await world.addAccount();
      const users = await Promise.all(Array.from({ length: PEOPLE }, () => addUser(world, accountId)));
      const workers = await hire(`http://127.0.0.1:${balancer.port}`, users);
      const stage: Stage = { world, balancer, webs, workers };
      const stops: { ms: number; code: number | null }[] = [];
      const killed = await strike(stage, kill);
      const renewed = await strike(stage, renew(stops));
      await Promise.all(webs.map((web) => web.end('SIGTERM')));
      await balancer.close();

      const both = [killed, renewed];
      const sum = (key: 'lost' | 'doubled' | 'open' | 'cableFaults') =>
        both.reduce((total, one) => total + one[key], 0);
      const row = (what: string, one: typeof killed) => {
        const moves = one.moved.map(({ lostAt, liveAt }) => liveAt - lostAt);
        return {
          what,
          answers: one.crowd.answers.length,
          'failed at first': one.crowd.answers.filter(isFailure).length,
          'failed twice': failedTwice(one.crowd),
          'notes told done': one.acknowledged,
          lost: one.lost,
          doubled: one.doubled,
          'clients moved': moves.length,
          'p95 ms': percentile(moves, 95),
          'most ms': Math.max(0, ...moves),
        };
      };
      const none = (name: string, value: number) => ({ name, value, limit: 0, better: 'lower' as const });
      const moves = both.flatMap(({ moved }) => moved.map(({ lostAt, liveAt }) => liveAt - lostAt));
      return {
        notes: [`${PEOPLE} people and ${FOLLOWERS} cable clients; ${2 * ROUNDS} kills, ${2 * ROUNDS} orderly restarts`],
        rows: [row('kill -9', killed), row('rolling restart', renewed)],
        ratios: [
          none('acknowledged writes lost', sum('lost')),
          none('written twice', sum('doubled')),
          none('never answered', sum('open')),
          none('failed after one retry in the rolling restart', failedTwice(renewed.crowd)),
          none('cable events lost, doubled, out of order', sum('cableFaults')),
          none('stops that did not end with 0', stops.filter(({ code }) => code !== 0).length),
          {
            name: 'longest stop, s',
            value: Math.max(...stops.map(({ ms }) => ms)) / 1_000,
            limit: STOP_MS / 1_000,
            better: 'lower',
          },
          {
            name: 'cable moved p95, s',
            value: percentile(moves, 95) / 1_000,
            limit: MOVED_MS / 1_000,
            better: 'lower',
          },
        ],
      };
    } finally {
      await world.close();
    }
  },
};
