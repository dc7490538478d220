import type { $ZodType } from 'zod/v4/core';

// The values type of react-hook-form.
// oxlint-disable-next-line typescript/no-explicit-any
type Values = Record<string, any>;

/** A schema of the contract for one object. */
export type FormSchema = $ZodType<Values, Values> & { readonly shape: Readonly<Record<string, unknown>> };

/** The values of the schema's fields: a strict schema refuses all others. */
export const picked = ({ shape }: FormSchema, values: object): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in shape && value !== undefined));
