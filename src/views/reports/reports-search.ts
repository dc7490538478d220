import * as z from 'zod/mini';
import { PageNumber } from '#contract/_wire.contract.ts';
import { reports } from '#contract/reports.contract.ts';
import { REPORT_MEASURES } from '#contract/reports/definition.contract.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const { page, filter_by, filter_value } = reports.list.query.shape;
const LIST = { page, filter_by, filter_value, new: z.optional(z.literal(true)) };

/** The list in the address, with its one condition; `new` opens the form. */
export type ReportsSearch = Partial<z.output<z.ZodMiniObject<typeof LIST>>>;

export const reportsSearch = (raw: RawSearch): ReportsSearch => readSearch(LIST, raw);

const NUMBER = {
  measure: z.optional(z.enum(REPORT_MEASURES)),
  key: z.optional(z.string().check(z.maxLength(200))),
  days: z.optional(z.enum(['now', 'before'])),
  rows: PageNumber,
};

/** The number whose rows are open, in the address; without `measure` none is, without `key` it is the total. */
export type ChosenNumber = Partial<z.output<z.ZodMiniObject<typeof NUMBER>>>;

export const numberSearch = (raw: RawSearch): ChosenNumber => readSearch(NUMBER, raw);
