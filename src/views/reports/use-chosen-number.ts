import { useNavigate, useSearch } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { PageNumber } from '#contract/_wire.contract.ts';
import { REPORT_MEASURES } from '#contract/reports/definition.contract.ts';
import { readSearch } from '../_base/routes/read-search.ts';

const SHAPE = {
  measure: z.optional(z.enum(REPORT_MEASURES)),
  key: z.optional(z.string().check(z.maxLength(200))),
  days: z.optional(z.enum(['now', 'before'])),
  rows: PageNumber,
};

/** The number whose rows are open, in the address; without `measure` none is, without `key` it is the total. */
export type ChosenNumber = Partial<z.output<z.ZodMiniObject<typeof SHAPE>>>;

export function useChosenNumber(): readonly [ChosenNumber, (next: ChosenNumber) => void] {
  const navigate = useNavigate();
  const chosen: ChosenNumber = readSearch(SHAPE, { ...(useSearch({ strict: false }) as object) });
  return [chosen, (next) => void navigate({ to: '.', search: next as never })];
}
