import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { ROLES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Someone of another agency who may act as users of this one. */
export const Delegate = z.object({
  /** Of the user. */
  id: Id,
  name: z.string(),
  username: z.string(),
  /** Name and number of their own agency. */
  agency: z.object({ name: z.string(), number: z.string() }),
  role: z.enum(ROLES),
  /** False: deactivated at their agency, and so without access. */
  active: z.boolean(),
  granted_at: Instant,
  /** Name of the administrator; `null`: granted before this was recorded. */
  granted_by: z.nullable(z.string()),
});
export type Delegate = z.output<typeof Delegate>;

const word = (missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), z.maxLength(80, 'Use at most 80 characters.'));

/** Both, so that no one can try out the user names of another agency. */
export const NewDelegate = z.strictObject({
  username: word('Enter the user name.'),
  agency_number: word("Enter the number of the person's agency."),
});

// ---- endpoints -------------------------------------------------------------

const SHARED = { access: 'settings.manage', path: '/v1/admin/account_access' } as const;

export const listAccountAccess = endpoint({
  ...SHARED,
  name: 'listAccountAccess',
  method: 'GET',
  summary: 'List the people of other agencies who may act as users of this one',
  effect: 'read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Delegate) }),
});

export const grantAccountAccess = endpoint({
  ...SHARED,
  name: 'grantAccountAccess',
  method: 'POST',
  summary: 'Let a relationship manager or administrator of another agency act as users of this one',
  effect: 'write',
  sudo: true,
  idempotent: true,
  rate: 'write',
  audit: 'account_access.granted',
  body: NewDelegate,
  reply: z.object({ data: Delegate }),
});

export const removeAccountAccess = endpoint({
  ...SHARED,
  name: 'removeAccountAccess',
  method: 'DELETE',
  path: '/v1/admin/account_access/:id',
  summary: 'Take away the access of someone of another agency; sessions in which they act here end',
  effect: 'write',
  idempotent: true,
  rate: 'write',
  audit: 'account_access.removed',
  params: z.strictObject({ id: PathId }),
  reply: null,
});
