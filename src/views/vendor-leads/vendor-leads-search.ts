import * as z from 'zod/mini';
import { PathId } from '#contract/_wire.contract.ts';
import { LEAD_ORDER, listVendorLeads, SCORECARD_DAYS } from '#contract/vendor-leads.contract.ts';

const { page, q, status, vendor_id } = listVendorLeads.query.shape;

/** Filters of the leads in the address; `open`: the one that is shown. */
export const LEAD_SEARCH = {
  page,
  q,
  lead: z.optional(status),
  vendor_id,
  lead_by: z.optional(z.enum(LEAD_ORDER)),
  order: z.optional(z.enum(['asc', 'desc'])),
  open: z.optional(PathId),
};
export type LeadSearch = Partial<z.output<z.ZodMiniObject<typeof LEAD_SEARCH>>>;

/** Columns by which vendors are put in order. */
export const SCORE_FIELDS = [
  'sold',
  'sent',
  'duplicates',
  'errors',
  'contacted',
  'cost_cents',
  'cost_per_sale_cents',
] as const;
export type ScoreField = (typeof SCORE_FIELDS)[number];

export const SCORE_SEARCH = {
  by: z.optional(z.enum(SCORE_FIELDS)),
  order: z.optional(z.enum(['asc', 'desc'])),
  days: z.optional(z.coerce.number().check(z.refine((days) => SCORECARD_DAYS.some((one) => one === days)))),
};
export type ScoreSearch = Partial<z.output<z.ZodMiniObject<typeof SCORE_SEARCH>>>;
