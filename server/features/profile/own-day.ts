import type { TIME_ZONES } from '#contract/session.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { dayIn, daysBetween, plusDays } from '#rules/time/days.ts';
import type { Tx } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { refuseField } from '../../errors.ts';

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

interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Days of a person's report: `days` up to today where none are asked for, `most` of them.
 * @throws {Refusal} `refused` under `from` for a range that ends before it begins, or is too long.
 */
export async function periodOf(
  { now }: Pick<Deps, 'now'>,
  tx: Tx,
  userId: number,
  asked: Days,
  { days, most }: { readonly days: number; readonly most: number },
): Promise<{ readonly from: string; readonly to: string; readonly zone: string }> {
  const zone = await ownZone(tx, userId);
  const to = asked.to ?? dayIn(zone, now());
  const from = asked.from ?? plusDays(to, 1 - days);
  const length = daysBetween(from, to) + 1;
  if (length < 1) throw refuseField('from', 'Choose a first day that is not after the last one.');
  if (length > most) throw refuseField('from', most > 366 ? 'Choose at most two years.' : 'Choose at most one year.');
  return { from, to, zone };
}
