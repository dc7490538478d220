import * as z from 'zod/mini';
import { ContactsScope, type ContactsScopeInput } from '#contract/contacts.contract.ts';
import { listImportAttempts } from '#contract/imports.contract.ts';

/** The scope of the contact list as it stands in the address: what is absent is the default. */
export type ContactsSearch = Partial<ContactsScopeInput>;
export type ImportsSearch = Partial<z.output<typeof listImportAttempts.query>>;

export const contactsSearch = (raw: Record<string, unknown>): ContactsSearch => readable(ContactsScope.shape, raw);

export const importsSearch = (raw: Record<string, unknown>): ImportsSearch =>
  readable(listImportAttempts.query.shape, raw);

export const signInSearch = (raw: Record<string, unknown>): { redirect?: string } =>
  readable({ redirect: z.string() }, raw);

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
