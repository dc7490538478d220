import type { Deps } from '../../deps.ts';
import { appAddress } from '../events/feed/feed.service.ts';

/** Where visitors choose a time, and where they look at their booking: no session and no cookie. */
export const BOOK_PATH = '/book';
export const BOOKING_PATH = '/booking';

const OWNER = 'booking';

export interface BookingLink {
  readonly accountId: number;
  readonly id: number;
}

/** The unguessable part of a booking's address. */
export const bookingToken = ({ seal }: Pick<Deps, 'seal'>, { accountId, id }: BookingLink): string =>
  seal.seal(`${accountId}.${id}`, OWNER).toString('base64url');

/** `null`: not made here, or changed. */
export function readBookingToken({ seal }: Pick<Deps, 'seal'>, token: string): BookingLink | null {
  try {
    const [accountId, id] = seal.open(Buffer.from(token, 'base64url'), OWNER).split('.').map(Number);
    return accountId === undefined || id === undefined ? null : { accountId, id };
  } catch {
    return null;
  }
}

export const bookingUrl = (deps: Pick<Deps, 'seal' | 'config'>, link: BookingLink): string =>
  `${appAddress(deps)}${BOOKING_PATH}/${bookingToken(deps, link)}`;
