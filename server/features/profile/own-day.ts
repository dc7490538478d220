import type { TIME_ZONES } from '#contract/session.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { dayIn } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';

/** The zone that a person has chosen, as in `America/Chicago`. */
export async function ownZone(tx: Tx, userId: number): Promise<string> {
  const rows = await tx.raw<{ timezone: (typeof TIME_ZONES)[number] }>('select timezone from users where id = $1', [
    userId,
  ]);
  return IANA_ZONES[rows[0]?.timezone ?? 'est'];
}

/** The day it is for a person, `YYYY-MM-DD`. */
export async function ownDay(deps: Pick<Deps, 'now'>, tx: Tx, userId: number): Promise<string> {
  return dayIn(await ownZone(tx, userId), deps.now());
}
