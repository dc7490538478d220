import * as z from 'zod/mini';

/** The search params of an address before a page reads them. */
export type RawSearch = Record<string, unknown>;

/**
 * The entries that the schema knows and accepts, without defaults; nonsense in a bookmark is left out. The router
 * reads `q=123` as a number: text is tried as well.
 */
export function readSearch(shape: Readonly<Record<string, z.ZodMiniType>>, raw: RawSearch): object {
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
