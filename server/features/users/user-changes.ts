import type { Body } from '#contract/endpoint.ts';
import type { updateAdminUser } from '#contract/users.contract.ts';
import { cleanLine } from '#rules/contacts/contact-name.ts';
import { toE164 } from '#rules/phone/phone-number.ts';
import { refuseField } from '../../errors.ts';
import { isNetwork, NETWORK_FORM } from '../../networks.ts';
import type { Identity } from '../../identity.ts';
import type { AuthNetwork, PersonField, PersonFields } from './change-user.sql.ts';
import { decidesForAccount, FOR_ADMINISTRATORS } from './user-rights.ts';

export type Wanted = Body<typeof updateAdminUser>['user'];

/** Fields that only users who decide for the whole account may change (promise P9). */
const PROTECTED: readonly (keyof Wanted)[] = [
  'business_unit_id',
  'c_1',
  'aris',
  'wallet_feature_enabled',
  'regional_manager_enabled',
  'max_plus_plan',
];

/** @throws {Refusal} `refused` with the first field that the caller may not change. */
export function requireOwnFields(identity: Identity, wanted: Wanted): void {
  if (decidesForAccount(identity)) return;
  const field = PROTECTED.find((name) => wanted[name] !== undefined);
  if (field !== undefined) throw refuseField(`user.${field}`, FOR_ADMINISTRATORS);
}

/**
 * Destinations of codes and password links: anyone who can change them could take over the account. Source: promise P5.
 */
const PROOFS: readonly PersonField[] = ['email', 'phone'];

/** True when a change requires recent re-authentication: of an address for codes and links, or to drop two-factor. */
export const touchesProofs = (changed: Partial<PersonFields>): boolean =>
  changed.two_fa_required === false || PROOFS.some((field) => changed[field] !== undefined);

/** Normalizes the request for storage. @throws {Refusal} `refused` for an invalid value. */
export function readWanted(wanted: Wanted): Partial<PersonFields> {
  const { auth_ips: _, phone, first_name, last_name, email, number, ...rest } = wanted;
  const lines = { first_name, last_name, email, number };
  const clean = Object.entries(lines).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, cleanLine(value)] as const],
  );
  for (const [field, value] of clean) {
    if (value === '' && field !== 'number') throw refuseField(`user.${field}`, 'Enter a value.');
  }
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...(Object.fromEntries([...given, ...clean]) as Partial<PersonFields>),
    ...(phone === undefined ? {} : { phone: readPhone(phone) }),
  };
}

function readPhone(written: string): string {
  if (written.trim() === '') return '';
  const number = toE164(written);
  if (number === null) throw refuseField('user.phone', 'Invalid phone number.');
  return number;
}

/** An address or a network in the usual way of writing. @throws {Refusal} `refused` */
export function readNetworks(networks: readonly AuthNetwork[]): AuthNetwork[] {
  return networks.map(({ network, label }, at) => {
    const written = network.trim();
    if (!isNetwork(written)) throw refuseField(`user.auth_ips.${at}.network`, NETWORK_FORM);
    return { network: written, label: cleanLine(label) };
  });
}

export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Differences from the stored values. */
export function differing(before: PersonFields, after: Partial<PersonFields>): Partial<PersonFields> {
  const entries = Object.entries(after) as [PersonField, unknown][];
  return Object.fromEntries(entries.filter(([field, value]) => before[field] !== value));
}
