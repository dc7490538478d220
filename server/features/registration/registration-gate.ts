import { isTollFree, MISSING, stepOf } from '#rules/messages/registration.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { findRegistration, isRegistered, type RegistrationRow, whyFailed } from './registration.sql.ts';

type Use = Pick<Deps, 'config' | 'textLine'>;

/** True where carriers refuse texts of unregistered numbers: with Twilio, in production. */
export const isEnforced = ({ config, textLine }: Use): boolean =>
  config.appEnv === 'production' && textLine.name === 'twilio';

/** The registration in the words of the contract's statuses. */
export const statedOf = (row: RegistrationRow | null) => ({
  brand: row && { status: row.brand_status },
  campaign: row?.campaign_status == null ? null : { status: row.campaign_status },
});

/** Why a number can't send texts, with the next step; empty: it can. */
export async function unregisteredReason(use: Use, tx: Tx, from: string): Promise<string> {
  if (!isEnforced(use) || isTollFree(from)) return '';
  const step = stepOf(statedOf(await findRegistration(tx)));
  if (step !== 'verified') return `Your agency can't send texts yet: carriers require a registration. ${MISSING[step]}`;
  if (await isRegistered(tx, from)) return '';
  const failure = await whyFailed(tx, from);
  const why = failure === null ? MISSING.verified : `${failure} Ask your administrator.`;
  return `Your number isn't registered for business texts yet. ${why}`;
}

/** The next step of the agency's registration, for numbers that aren't registered yet. */
export const nextStep = async (tx: Tx): Promise<string> => MISSING[stepOf(statedOf(await findRegistration(tx)))];
