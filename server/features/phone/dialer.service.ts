import type { Minutes } from '#contract/phone/call.contract.ts';
import type { CurrentUser, DialerSubscription } from '#contract/session.contract.ts';
import { type DialerAvailability, dialerAvailability, type DialerFacts, minutesSource } from '#rules/phone/dialer.ts';
import type { Tx } from '../../db/tx.ts';
import { Refusal } from '../../errors.ts';
import { type DialerRow, findDialer } from './dialer.sql.ts';

/** Means of a user for making calls. */
export interface Dialer {
  readonly availability: DialerAvailability;
  /** `null`: no one pays. */
  readonly minutes: Minutes | null;
  readonly numbers: CurrentUser['available_phone_numbers'];
  /** Number they call from. `null`: none. */
  readonly callFrom: string | null;
}

/** @throws {Refusal} `no_session` when the user doesn't exist. */
export async function readDialer(tx: Tx, userId: number, at: Date): Promise<Dialer> {
  const row = await requireRow(tx, userId, at);
  const { numbers, call_from: chosen } = row;
  return {
    availability: dialerAvailability(factsOf(row)),
    minutes: minutesOf(row),
    numbers,
    callFrom: (numbers.find(({ number }) => number === chosen) ?? numbers[0])?.number ?? null,
  };
}

type DialerFields = Pick<
  CurrentUser,
  'available_phone_numbers' | 'dialer_subscription' | 'company_dialer_subscription' | 'dialer_license'
> & { readonly profile: Pick<CurrentUser['profile'], 'dialer_verified_phone_number' | 'dialer_enabled'> };

/** Dialer data of the current user. @throws {Refusal} `no_session` when the user doesn't exist. */
export async function readDialerFields(tx: Tx, userId: number, at: Date): Promise<DialerFields> {
  const row = await requireRow(tx, userId, at);
  return {
    available_phone_numbers: row.numbers,
    dialer_subscription: toSubscription(row.subscription, row.used),
    company_dialer_subscription: toSubscription(row.company_subscription, row.company_used),
    dialer_license: row.license,
    profile: { dialer_verified_phone_number: row.verified_number, dialer_enabled: row.enabled },
  };
}

async function requireRow(tx: Tx, userId: number, at: Date): Promise<DialerRow> {
  const row = await findDialer(tx, userId, at);
  if (row === null) throw new Refusal('no_session', 'Please sign in.');
  return row;
}

function toSubscription(found: DialerRow['subscription'], used: number): DialerSubscription | null {
  if (found === null) return null;
  return { id: found.id, active: found.active, order_type: found.order_type, current_usage: used };
}

const factsOf = (row: DialerRow): DialerFacts => ({
  mustChangePassword: row.must_change_password,
  mustUseTwoFactor: row.must_use_two_factor,
  verifiedNumber: row.verified_number,
  enabled: row.enabled,
  subscription: row.subscription,
  companySubscription: row.company_subscription,
  license: row.license,
});

function minutesOf(row: DialerRow): Minutes | null {
  const source = minutesSource(factsOf(row));
  if (source === null) return null;
  return {
    source,
    used: source === 'company' ? row.company_used : row.used,
    allocation: allocationOf(source, row),
    paid: source !== 'manager' || row.license?.paid === true,
    renews_on: row.renews_on,
    manager: row.manager,
    requested: row.requested,
  };
}

function allocationOf(source: Minutes['source'], row: DialerRow): number | null {
  switch (source) {
    case 'enabled':
      return null;
    case 'company':
      return row.company_subscription?.allocation ?? null;
    case 'manager':
      return row.license?.allocation ?? 0;
    case 'self':
      return row.subscription?.allocation ?? null;
  }
}
