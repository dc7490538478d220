import { isIP, isIPv4 } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Config } from '../config.ts';

/** Addresses of one browser's audio. */
export interface MediaPlace {
  /** An address of this machine. */
  readonly bind: string;
  /** Address announced to the browser; different behind a router or in a container. */
  readonly advertised: string;
}

const LOOPBACK = '127.0.0.1';

interface Own {
  readonly address: string;
  readonly internal: boolean;
}

const ownAddresses = (): Own[] => Object.values(networkInterfaces()).flatMap((found) => found ?? []);

/**
 * `reached`: address at which the browser found the app; a browser on this machine is served on 127.0.0.1, whatever its
 * family.
 */
export function mediaPlace(
  { address }: Pick<Config['voice'], 'address'>,
  reached: string,
  own: readonly Own[] = ownAddresses(),
): MediaPlace {
  const wanted = address ?? plain(reached);
  const has = (one: string) => own.some((mine) => mine.address === one);
  if (has(wanted)) return { bind: wanted, advertised: wanted };
  const outward = own.find((mine) => !mine.internal && isIPv4(mine.address))?.address ?? LOOPBACK;
  // Without a setting the address of another machine, such as the one of `web`, leads nowhere.
  return { bind: outward, advertised: address ?? outward };
}

function plain(reached: string): string {
  const text = reached.replace(/^::ffff:/, '');
  return text === '::1' || isIP(text) === 0 ? LOOPBACK : text;
}

/** Pairs of UDP ports; each leg binds one of its pair. */
export interface MediaPorts {
  /** `null`: one that is free. @throws {NoPort} when all are taken. */
  take(): readonly [number, number] | null;
  free(pair: readonly [number, number] | null): void;
}

export class NoPort extends Error {}

export function mediaPorts(range: readonly [number, number] | null): MediaPorts {
  if (range === null) return { take: () => null, free: () => undefined };
  const [first, last] = range;
  const waiting: [number, number][] = [];
  for (let port = first; port < last; port += 2) waiting.push([port, port + 1]);
  return {
    take: () => {
      const pair = waiting.shift();
      if (pair === undefined) throw new NoPort('Every port of VOICE_UDP_PORTS is taken.');
      return pair;
    },
    free: (pair) => {
      if (pair !== null) waiting.push([pair[0], pair[1]]);
    },
  };
}
