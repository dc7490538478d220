import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- constants -------------------------------------------------------------

/** What has become of a dispute; the words are in `src/views/wallets/dispute-words.ts`. */
export const DISPUTE_STATUSES = ['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

// ---- schemas ---------------------------------------------------------------

/** A card payment whose money the cardholder's bank wants back. Amounts are dollars. */
export const Dispute = z.object({
  id: Id,
  /** Its name at the provider. */
  record: z.string(),
  /** The owner of the card. */
  payer: z.string(),
  /** What was paid, as in the payer's billing history. */
  description: z.string(),
  amount: z.number(),
  /** The part that the wallet no longer had when the bank took the money. */
  not_covered: z.number(),
  /** The provider's word, such as `fraudulent`. */
  reason: z.string(),
  status: z.enum(DISPUTE_STATUSES),
  /** Until then the bank takes an answer; `null`: it doesn't, or not anymore. */
  respond_by: z.nullable(Instant),
  opened_at: Instant,
});
export type Dispute = z.output<typeof Dispute>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listDisputes = endpoint({
  name: 'listDisputes',
  method: 'GET',
  path: '/v1/admin/disputes',
  summary: 'List the card payments that banks dispute, undecided ones first, then newest first',
  effect: 'read',
  access: 'subscriptions.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 20),
  }),
  reply: z.object({
    data: z.array(Dispute),
    meta: z.extend(ListMeta, { /** Disputes of all pages that wait for an answer. */ waiting: z.int() }),
  }),
});
