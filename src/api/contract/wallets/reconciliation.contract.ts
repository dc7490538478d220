import * as z from 'zod/mini';
import { Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PlainDate } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';

// ---- constants -------------------------------------------------------------

/** What the records of a day can disagree about; the words are in `src/views/wallets/reconciliation-words.ts`. */
export const DIFFERENCE_KINDS = [
  // The provider has it, and no history here.
  'not_recorded',
  // The history here has it, and the provider doesn't.
  'not_at_provider',
  // Both have it, with different amounts.
  'amount',
  // A card paid, and the ledger has no such transfer.
  'not_on_ledger',
  // A balance isn't what the last entry left.
  'balance',
  // Money set aside isn't what the open holds say.
  'held',
  // A broadcast paid for another number of segments than it sent.
  'usage',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Days back that can be checked again. Ours: providers keep their lists longer. */
export const RECONCILED_DAYS = 90;

// ---- schemas ---------------------------------------------------------------

export const Difference = z.object({
  kind: z.enum(DIFFERENCE_KINDS),
  /** Names the record: a payment of the provider, a transfer, a wallet or a broadcast. Never a person. */
  record: z.string(),
  /** Dollars, and segments for `usage`; `null`: there is none. */
  ours: z.nullable(z.number()),
  theirs: z.nullable(z.number()),
});
export type Difference = z.output<typeof Difference>;

/** What the check of one day has found. */
export const Reconciliation = z.object({
  /** In UTC, as providers keep their days. */
  day: PlainDate,
  checked_at: Instant,
  /** Payments that were compared with the provider; `null`: it keeps no records. */
  payments: z.nullable(z.int()),
  differences: z.array(Difference),
});
export type Reconciliation = z.output<typeof Reconciliation>;

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls. */
export const listReconciliations = endpoint({
  name: 'listReconciliations',
  method: 'GET',
  path: '/v1/admin/reconciliations',
  summary: 'List the days that were reconciled, newest first, with every difference',
  effect: 'read',
  access: 'subscriptions.manage',
  idempotent: false,
  rate: 'read',
  audit: null,
  query: z.strictObject({
    page: PageNumber,
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_LIMIT)), 50),
  }),
  reply: z.object({
    data: z.array(Reconciliation),
    meta: z.extend(ListMeta, { /** Days of all pages that have a difference. */ differing: z.int() }),
  }),
});

/** Not among the 404 specified calls. */
export const reconcile = endpoint({
  name: 'reconcile',
  method: 'POST',
  path: '/v1/admin/reconciliations',
  summary: 'Compare the ledger, the card provider and usage for a day that is over, now',
  effect: 'write',
  access: 'subscriptions.manage',
  idempotent: true,
  rate: 'report',
  audit: 'money.reconciled',
  body: z.strictObject({ day: PlainDate }),
  reply: z.object({ data: Reconciliation }),
});
