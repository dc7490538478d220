import type { $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';

/** The first message of each field that the contract refuses, by its dotted path. Empty: it takes everything. */
export function faultsOf(schema: $ZodType, said: object): Readonly<Record<string, string>> {
  const { error } = safeParse(schema, said);
  const found: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) found[path.join('.')] ??= message;
  return found;
}
