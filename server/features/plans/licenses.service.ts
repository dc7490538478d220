import type { PlanKind, PlanLicense } from '#contract/plans/plan.contract.ts';
import { forecast } from '#rules/plans/forecast.ts';
import { monthAround } from '#rules/plans/plan-month.ts';
import { UNITS } from '#rules/plans/plan-words.ts';
import { formatCount } from '#rules/words/format-count.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal, refuseField } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import type { Caller } from '../contacts/contacts.service.ts';
import { tellMinutes } from '../phone/minutes/minutes.service.ts';
import { managerOf } from '../wallets/wallets.service.ts';
import * as sql from './licenses.sql.ts';
import { findReachable } from './reachable.sql.ts';
import { isAdmin, metaOf, readerOf } from './subscriptions.service.ts';
import { lockSubscription, type SubscriptionRow } from './subscriptions.sql.ts';

const toLicense = (row: sql.LicenseRow, zone: string, at: Date): PlanLicense => ({
  id: row.id,
  subscription_id: row.subscription_id,
  user: row.user,
  allocation: row.allocation,
  paid: row.paid,
  used: row.used,
  ...forecast(row, monthAround(zone, at), zone, at),
});

/** Licenses that the current user pays for, or has; administrators see those of the account. */
export const listLicenses = (deps: Deps, identity: Identity, kind: PlanKind, query: sql.LicenseQuery) =>
  withAccount(deps.pool, identity, async (tx) => {
    const reader = await readerOf(deps, tx, identity);
    const { rows, total } = await sql.findLicenses(tx, kind, reader, query);
    const at = deps.now();
    return { data: rows.map((row) => toLicense(row, reader.zone, at)), meta: metaOf(query, total) };
  });

/**
 * Gives a license to a person, takes it back or changes its allocation.
 * @throws {Refusal} `refused` by field, with the name of who would get more than was bought.
 */
export const updateLicense = (
  deps: Deps,
  { identity, requestId }: Caller,
  kind: PlanKind,
  id: number,
  body: { readonly user_id?: number | null | undefined; readonly allocation?: number | undefined },
): Promise<PlanLicense> =>
  withAccount(deps.pool, identity, async (tx) => {
    const reader = await readerOf(deps, tx, identity);
    const subscriptionId = await sql.findOwnLicense(
      tx,
      kind,
      { userId: identity.userId, isAdmin: isAdmin(identity) },
      id,
    );
    const subscription = subscriptionId === null ? null : await lockSubscription(tx, kind, subscriptionId);
    const given = subscription === null ? [] : await sql.findGiven(tx, subscription.id);
    const license = given.find((one) => one.id === id);
    if (subscription === null || license === undefined) throw new Refusal('not_found', 'License not found.');
    const userId = body.user_id === undefined ? license.user_id : body.user_id;
    const allocation = body.allocation ?? license.allocation;
    const person = userId === null || userId === license.user_id ? null : await requirePerson(tx, identity, userId);
    const name = person?.name ?? license.name;
    requireRoom(kind, subscription, given, { ...license, allocation, name }, license.allocation);
    if (!(await sql.giveLicense(tx, id, userId, allocation))) {
      throw refuseField('user_id', `${name} has a license already.`);
    }
    const at = deps.now();
    const detail = { subscription_id: subscription.id, user_id: userId, allocation };
    await writeAudit(tx, identity, requestId, {
      action: 'license.changed',
      subjectType: 'plan_license',
      subjectId: id,
      detail,
    });
    const told = new Set([license.user_id, userId].filter((one) => one !== null));
    if (kind === 'dialer') for (const one of told) await tellMinutes(tx, identity.accountId, one, at);
    const after = await sql.findLicense(tx, id, reader.since);
    if (after === null) throw new Refusal('not_found', 'License not found.');
    return toLicense(after, reader.zone, at);
  });

async function requirePerson(tx: Parameters<typeof findReachable>[0], identity: Identity, userId: number) {
  const person = await findReachable(tx, managerOf(identity), userId);
  if (person === null) throw refuseField('user_id', 'Choose someone whom you manage.');
  return person;
}

function requireRoom(
  kind: PlanKind,
  subscription: SubscriptionRow,
  given: readonly sql.GivenRow[],
  next: sql.GivenRow,
  before: number,
): void {
  const room = sql.roomOf(subscription, given);
  const more = next.allocation - before;
  if (room === null || more <= Math.max(room, 0)) return;
  const { many } = UNITS[kind];
  const who = next.name === '' ? 'this license' : next.name;
  const total = (subscription.allocation ?? 0) * subscription.quantity;
  throw refuseField(
    'allocation',
    `${formatCount(Math.max(room, 0))} of the ${formatCount(total)} ${many} that you bought are left: ${who} can have ${formatCount(before + Math.max(room, 0))}. Lower another license, or buy more.`,
  );
}
