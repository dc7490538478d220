import * as z from 'zod/mini';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { listImportAttempts } from '#contract/imports.contract.ts';
import type { CallResult } from '#contract/phone/call.contract.ts';
import { listTransferAttempts } from '#contract/transfers.contract.ts';
import { listUsers } from '#contract/users.contract.ts';
import type { SsoQuery } from '../session/SsoCallbackPage.tsx';
import { CONTACT_TAB_KEYS, type ContactTabKey } from '../contacts/page/contact-tab-keys.ts';
import { RULES_TABS, type RulesTab } from '../compliance/rules-tabs.ts';
import { LIST_TABS, type ListTab } from '../reference/list-tabs.ts';
import { PROFILE_TABS, type ProfileTab } from '../profile/profile-tabs.ts';

/** The scope of the contact list as it stands in the address: what is absent is the default. */
export type ContactsSearch = Partial<ContactsScopeInput>;
export type ImportsSearch = Partial<z.output<typeof listImportAttempts.query>>;
export type TransfersSearch = Partial<z.output<typeof listTransferAttempts.query>>;
export type UsersSearch = Partial<z.output<typeof listUsers.query>>;

export const contactsSearch = (raw: Record<string, unknown>): ContactsSearch => readable(ContactsScope.shape, raw);

export const contactSearch = (raw: Record<string, unknown>): { tab?: ContactTabKey } =>
  readable({ tab: z.enum(CONTACT_TAB_KEYS) }, raw);

export const importsSearch = (raw: Record<string, unknown>): ImportsSearch =>
  readable(listImportAttempts.query.shape, raw);

export const transfersSearch = (raw: Record<string, unknown>): TransfersSearch =>
  readable(listTransferAttempts.query.shape, raw);

// Not the contract's: that one comes with the phone, and this file with the first script.
const OUTCOMES = [
  'completed',
  'missed',
  'no_answer',
  'busy',
  'rejected',
  'cancelled',
  'unavailable',
  'failed',
] as const;

export interface CallsSearch {
  readonly q?: string;
  readonly direction?: 'inbound' | 'outbound';
  readonly outcome?: CallResult;
  readonly whose?: 'downline';
  readonly page?: number;
}

export const callsSearch = (raw: Record<string, unknown>): CallsSearch =>
  readable(
    {
      q: z.string().check(z.minLength(1), z.maxLength(100)),
      direction: z.enum(['inbound', 'outbound']),
      outcome: z.enum(OUTCOMES satisfies readonly CallResult[]),
      whose: z.literal('downline'),
      page: z.int().check(z.minimum(1)),
    },
    raw,
  );

export interface DuplicatesSearch {
  readonly verdict?: 'same' | 'likely';
  readonly page?: number;
}

export const duplicatesSearch = (raw: Record<string, unknown>): DuplicatesSearch =>
  readable({ verdict: z.enum(['same', 'likely']), page: z.int().check(z.minimum(1)) }, raw);

/** The contacts that become one, by their ids. */
export const mergeSearch = (raw: Record<string, unknown>): { ids?: string } =>
  readable({ ids: z.string().check(z.regex(/^\d+(,\d+)*$/u)) }, raw);

export const usersSearch = (raw: Record<string, unknown>): UsersSearch => readable(listUsers.query.shape, raw);

export const signInSearch = (raw: Record<string, unknown>): { redirect?: string } =>
  readable({ redirect: z.string() }, raw);

export const dashboardSearch = (raw: Record<string, unknown>): { group?: 'mine' | 'downline' } =>
  readable({ group: z.enum(['mine', 'downline']) }, raw);

export const helpSearch = (raw: Record<string, unknown>): { q?: string } =>
  readable({ q: z.string().check(z.minLength(1), z.maxLength(200)) }, raw);

export const listsSearch = (raw: Record<string, unknown>): { tab?: ListTab } =>
  readable({ tab: z.enum(LIST_TABS) }, raw);

export const rulesSearch = (raw: Record<string, unknown>): { tab?: RulesTab } =>
  readable({ tab: z.enum(RULES_TABS) }, raw);

/** The plan that is reviewed, or was before its card. */
export const billingSearch = (raw: Record<string, unknown>): { plan?: number } => readable({ plan: z.int() }, raw);

export const resetSearch = (raw: Record<string, unknown>): { token?: string } => readable({ token: z.string() }, raw);

/** `why` and `back` are the guards' (machines/guards/detour.ts); they stay while the tab changes. */
export const profileSearch = (raw: Record<string, unknown>): { tab?: ProfileTab; why?: string; back?: string } =>
  readable({ tab: z.enum(PROFILE_TABS), why: z.string(), back: z.string() }, raw);

export const ssoSearch = (raw: Record<string, unknown>): SsoQuery =>
  readable({ code: z.string(), state: z.string(), iss: z.string(), error: z.string() }, raw);

/**
 * The entries that the schema knows and accepts, without defaults; nonsense in a bookmark is left out. The router
 * reads `q=123` as a number: text is tried as well.
 */
function readable(shape: Readonly<Record<string, z.ZodMiniType>>, raw: Record<string, unknown>): object {
  const entries = Object.entries(shape).flatMap(([name, schema]) => {
    if (raw[name] === undefined) return [];
    const byDefault = z.safeParse(schema, undefined);
    const asText = typeof raw[name] === 'number' ? String(raw[name]) : raw[name];
    const read = [raw[name], asText].map((value) => z.safeParse(schema, value)).find(({ success }) => success);
    if (read === undefined || isSame(read.data, byDefault.data)) return [];
    return [[name, read.data]];
  });
  return Object.fromEntries(entries);
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
