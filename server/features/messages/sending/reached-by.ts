import { NO_ADDRESS } from '#rules/places/whereabouts.ts';
import type { mayBeReached } from '../../compliance/may-be-reached.ts';

type Reached = Parameters<typeof mayBeReached>[2];

/** A contact by the number that a text goes to; or a number without a contact. */
export const reachedBy = (contact: Reached | null, phone: string): Reached =>
  contact === null
    ? { id: 0, ...NO_ADDRESS, phone, email: null, email_status: '', died_on: null }
    : { ...contact, phone };
