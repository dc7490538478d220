import * as z from 'zod/mini';
import { PathId } from '#contract/_wire.contract.ts';
import { listVendorLeads, SCORECARD_DAYS } from '#contract/vendor-leads.contract.ts';

const { page, status, vendor_id } = listVendorLeads.query.shape;

/** Filters of the leads in the address; `open`: the one that is shown. */
export const LEAD_SEARCH = { page, lead: z.optional(status), vendor_id, open: z.optional(PathId) };
export type LeadSearch = Partial<z.output<z.ZodMiniObject<typeof LEAD_SEARCH>>>;

export const SCORE_SEARCH = {
  days: z.optional(z.coerce.number().check(z.refine((days) => SCORECARD_DAYS.some((one) => one === days)))),
};
export type ScoreSearch = Partial<z.output<z.ZodMiniObject<typeof SCORE_SEARCH>>>;
