import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Deps } from '../../deps.ts';

/** Days for which a browser stays known after a sign-in. Ours. */
const KNOWN_DAYS = 180;
const DAY_MS = 86_400_000;
/** Users that one browser may be known for. Ours: a shared office computer. */
const MOST_USERS = 4;

/** User id, device, milliseconds since 1970, signature. */
const ENTRY = /^(\d{1,15})\.([0-9a-f]{16})\.(\d{13})\.([\w-]{43})$/;

type Use = Pick<Deps, 'seal' | 'now'>;

interface Entry {
  readonly userId: number;
  readonly device: string;
  readonly at: number;
  readonly text: string;
}

const signed = (userId: number, device: string, at: number): string => `${userId}.${device}.${at}`;

/** Entries of a cookie whose signature holds and that are not too old. */
function entriesOf({ seal, now }: Use, cookie: string | null): readonly Entry[] {
  const oldest = now().getTime() - KNOWN_DAYS * DAY_MS;
  return (cookie ?? '').split('~', MOST_USERS).flatMap((text) => {
    const [, user, device = '', time, signature = ''] = ENTRY.exec(text) ?? [];
    const entry = { userId: Number(user), device, at: Number(time), text };
    if (user === undefined || entry.at < oldest) return [];
    const given = Buffer.from(signature, 'base64url');
    const holds = seal
      .fingerprints(signed(entry.userId, device, entry.at), 'known device')
      .some((right) => right.length === given.length && timingSafeEqual(right, given));
    return holds ? [entry] : [];
  });
}

interface Person {
  readonly userId: number;
  /** A browser is no longer known once the password has changed without it. */
  readonly passwordChangedAt: Date;
}

/** Returns the device by which a browser is known for a user. `null`: unknown. */
export const knownDevice = (use: Use, cookie: string | null, { userId, passwordChangedAt }: Person): string | null =>
  entriesOf(use, cookie).find((entry) => entry.userId === userId && entry.at >= passwordChangedAt.getTime())?.device ??
  null;

export interface DeviceCookie {
  readonly value: string;
  /** Seconds that it lasts. */
  readonly maxAge: number;
}

/** Returns the cookie of a browser that has just proven to be this user's, and stays known for its other users. */
export function rememberDevice(use: Use, cookie: string | null, userId: number): DeviceCookie {
  const entries = entriesOf(use, cookie);
  const device = entries.find((entry) => entry.userId === userId)?.device ?? randomBytes(8).toString('hex');
  const text = signed(userId, device, use.now().getTime());
  const own = `${text}.${use.seal.fingerprint(text, 'known device').toString('base64url')}`;
  const others = entries.filter((entry) => entry.userId !== userId).map((entry) => entry.text);
  return { value: [own, ...others].slice(0, MOST_USERS).join('~'), maxAge: KNOWN_DAYS * 86_400 };
}

/** The count of a known device, apart from the user's, which strangers can fill. */
export const deviceGuess = (userId: number, device: string) =>
  ({ what: 'device', who: `${userId}:${device}` }) as const;
