import * as z from 'zod/mini';
import { Id, Instant, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Transactions of a page. Source: platform §9. */
export const WALLET_PAGE = 20;
/** Auto-refill before anyone has set it. Source: platform §9. */
export const REFILL_DEFAULTS = { enabled: false, threshold: 10, amount: 50 } as const;
/** Dollars of one top-up. Ours: a card's fee eats less, and a slip of the finger charges no fortune. */
export const TOP_UP_MIN = 5;
export const TOP_UP_MAX = 10_000;
/** Most dollars that an allocation adds to one wallet. Ours. */
export const ALLOCATE_MAX = 100_000;
/** People of one allocation. Ours: an agency's agents. */
export const ALLOCATE_PEOPLE = 500;

/** What a wallet pays for. */
export const USAGE_TYPES = ['sms', 'mms', 'call', 'phone_verification', 'mailer'] as const;
export type UsageType = (typeof USAGE_TYPES)[number];
/** What money of a wallet is spent on: usage, orders of the store, and phone numbers. */
export const SPEND_TYPES = [...USAGE_TYPES, 'store', 'number'] as const;
export type SpendType = (typeof SPEND_TYPES)[number];

export const WALLET_FILTERS = ['all', 'in', 'out', 'holds'] as const;
export type WalletFilter = (typeof WALLET_FILTERS)[number];
export const WALLET_PERIODS = ['week', 'month', 'quarter', 'year'] as const;
export type WalletPeriod = (typeof WALLET_PERIODS)[number];

/** A sentence for every amount that can't be moved. */
const amount = (least: number, most: number) =>
  z.number('Enter an amount in dollars.').check(
    z.gt(0, 'Enter an amount above $0.00.'),
    z.refine((dollars) => Math.abs(Math.round(dollars * 100) - dollars * 100) < 1e-6, 'Enter whole cents.'),
    z.minimum(least, `Enter at least $${least}.00.`),
    z.maximum(most, `Enter at most $${most.toLocaleString('en-US')}.00.`),
  );

// ---- schemas ---------------------------------------------------------------

const AutoRefill = z.object({
  enabled: z.boolean(),
  /** Dollars: refill when less is available. */
  threshold: z.number(),
  /** Dollars that a refill adds. */
  amount: z.number(),
  /** A sentence on why it waits; `null`: it doesn't. */
  paused: z.nullable(z.string()),
});

/** Amounts are dollars, with the parts of a cent that small prices have. */
export const Wallet = z.object({
  /** What can be spent. */
  balance: z.number(),
  /** Set aside for running work. */
  held: z.number(),
  /** Spent in the last 30 days. */
  spent: z.number(),
  /** Part of the balance that the agency allocated and can reclaim. */
  granted: z.number(),
  /** The agency's wallet, which its managers share; otherwise the user's own. */
  shared: z.boolean(),
  /** The card that a top-up would charge; `null`: none on file. */
  card: z.nullable(z.string()),
  auto_refill_settings: AutoRefill,
});
export type Wallet = z.output<typeof Wallet>;

const TRANSACTION_KINDS = [
  'top_up',
  'refill',
  'spend',
  'hold',
  'capture',
  'release',
  'allocate',
  'reclaim',
  'refund',
  'dispute',
  'dispute_won',
] as const;
export type TransactionKind = (typeof TRANSACTION_KINDS)[number];

export const Transaction = z.object({
  id: Id,
  kind: z.enum(TRANSACTION_KINDS),
  at: Instant,
  description: z.string(),
  /** Dollars; negative: it left the wallet. */
  amount: z.number(),
  /** Available after it. */
  balance: z.number(),
  usage: z.nullable(z.enum(SPEND_TYPES)),
  quantity: z.nullable(z.int()),
  /** Both sides of the posting: they sum to zero. */
  entries: z.array(z.object({ account: z.string(), amount: z.number() })),
});
export type Transaction = z.output<typeof Transaction>;

const Pagination = z.object({
  current_page: z.int(),
  per_page: z.int(),
  total_pages: z.int(),
  total_count: z.int(),
});

export const CostEstimate = z.object({
  usage_type: z.enum(USAGE_TYPES),
  quantity: z.int(),
  /** Dollars for one. */
  price: z.number(),
  cost: z.number(),
  /** Dollars that the wallet lacks for it; 0: it is covered. */
  missing: z.number(),
});
export type CostEstimate = z.output<typeof CostEstimate>;

export const WalletAnalytics = z.object({
  period: z.enum(WALLET_PERIODS),
  from: Instant,
  to: Instant,
  spent: z.number(),
  added: z.number(),
  by_usage: z.array(z.object({ usage: z.enum(SPEND_TYPES), spent: z.number(), quantity: z.int() })),
  days: z.array(z.object({ day: z.string(), usage: z.enum(SPEND_TYPES), spent: z.number() })),
});
export type WalletAnalytics = z.output<typeof WalletAnalytics>;

export const WalletInvoice = z.object({
  id: Id,
  number: z.string(),
  at: Instant,
  description: z.string(),
  amount: z.number(),
});
export type WalletInvoice = z.output<typeof WalletInvoice>;

export const UsagePrice = z.object({
  usage_type: z.enum(USAGE_TYPES),
  /** Dollars for one. */
  price: z.number(),
  unit: z.string(),
});
export type UsagePrice = z.output<typeof UsagePrice>;

/** An agent whose wallet a manager fills. */
export const AgentWallet = z.object({
  user_id: Id,
  name: z.string(),
  balance: z.number(),
  held: z.number(),
  /** Amount that can be reclaimed. */
  granted: z.number(),
  /** Spent in the last 30 days. */
  spent: z.number(),
});
export type AgentWallet = z.output<typeof AgentWallet>;

const read = {
  effect: 'read',
  access: 'signedIn',
  feature: 'wallets',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;
const write = { effect: 'write', access: 'self', feature: 'wallets', idempotent: true, rate: 'write' } as const;
const people = z
  .array(Id)
  .check(
    z.minLength(1, 'Choose at least one person.'),
    z.maxLength(ALLOCATE_PEOPLE, `Choose up to ${ALLOCATE_PEOPLE} people.`),
  );
const period = z._default(z.enum(WALLET_PERIODS), 'month');

// ---- endpoints -------------------------------------------------------------

export const readWallet = endpoint({
  ...read,
  name: 'readWallet',
  method: 'GET',
  path: '/v1/wallets/balance',
  summary: "What the current user's wallet has available and on hold, and its auto-refill; managers share the agency's",
  reply: Wallet,
});

export const topUpWallet = endpoint({
  ...write,
  name: 'topUpWallet',
  method: 'POST',
  path: '/v1/wallets/top_up',
  summary: 'Charge the card on file and add the amount to the wallet',
  audit: 'wallet.toppedUp',
  body: z.strictObject({
    amount: amount(TOP_UP_MIN, TOP_UP_MAX),
    description: z._default(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')), ''),
  }),
  reply: Wallet,
});

export const updateWalletSettings = endpoint({
  ...write,
  name: 'updateWalletSettings',
  method: 'PUT',
  path: '/v1/wallets/update_settings',
  summary: 'Set the auto-refill; saving it also ends a pause',
  audit: 'wallet.settingsChanged',
  body: z.strictObject({
    enabled: z.boolean(),
    threshold: amount(1, TOP_UP_MAX),
    amount: amount(TOP_UP_MIN, TOP_UP_MAX),
  }),
  reply: Wallet,
});

const filter = {
  filter: z._default(z.enum(WALLET_FILTERS), 'all'),
  /** Of one usage type, or one day (`2026-11-28`, UTC). */
  usage: z.optional(z.enum(SPEND_TYPES)),
  day: z.optional(z.iso.date()),
};

export const listWalletTransactions = endpoint({
  ...read,
  name: 'listWalletTransactions',
  method: 'GET',
  path: '/v1/wallets/transaction_history',
  summary: 'The statement of the wallet, newest first',
  query: z.strictObject({
    page: PageNumber,
    per_page: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), WALLET_PAGE),
    ...filter,
  }),
  reply: z.object({ transactions: z.array(Transaction), pagination: Pagination }),
});

export const estimateWalletCost = endpoint({
  ...read,
  name: 'estimateWalletCost',
  method: 'POST',
  path: '/v1/wallets/estimate_cost',
  summary: 'What a quantity of a usage type would cost, and whether the wallet covers it',
  body: z.strictObject({
    usageType: z.enum(USAGE_TYPES),
    quantity: z
      .int('Enter a whole number.')
      .check(z.positive('Enter at least 1.'), z.maximum(1_000_000, 'Enter at most 1,000,000.')),
  }),
  reply: z.object({ data: CostEstimate }),
});

export const readWalletAnalytics = endpoint({
  ...read,
  name: 'readWalletAnalytics',
  method: 'GET',
  path: '/v1/wallets/analytics',
  summary: 'What was spent and added in a period, by usage type and day',
  query: z.strictObject({ period, corporation_id: z.optional(PathId) }),
  reply: z.object({ data: WalletAnalytics }),
});

export const listWalletInvoices = endpoint({
  ...read,
  name: 'listWalletInvoices',
  method: 'GET',
  path: '/v1/wallets/invoice_history',
  summary: 'What the card was charged for the wallet, newest first',
  reply: z.object({ data: z.array(WalletInvoice) }),
});

export const reclaimFromWallets = endpoint({
  ...write,
  name: 'reclaimFromWallets',
  method: 'POST',
  path: '/v1/wallets/reclaim',
  summary: 'Return unspent money from the wallets of people to the agency; all of them or none',
  access: 'wallets.manage',
  audit: 'wallet.reclaimed',
  body: z.strictObject({ user_ids: people }),
  reply: Wallet,
});

export const allocateToWallets = endpoint({
  ...write,
  name: 'allocateToWallets',
  method: 'POST',
  path: '/v1/wallets/allocate',
  summary: "Give each person the amount from the agency's wallet; all of them or none",
  access: 'wallets.manage',
  audit: 'wallet.allocated',
  body: z.strictObject({ user_ids: people, amount: amount(0.01, ALLOCATE_MAX) }),
  reply: Wallet,
});

export const listUsagePricing = endpoint({
  ...read,
  name: 'listUsagePricing',
  method: 'GET',
  path: '/v1/wallets/usage_pricing',
  summary: 'What the wallet pays for one text, minute, look-up or mailer',
  reply: z.object({ data: z.array(UsagePrice) }),
});

/** Not among the 404 specified calls, like the following ones. */
export const listAgentWallets = endpoint({
  ...read,
  name: 'listAgentWallets',
  method: 'GET',
  path: '/v1/wallets/agents',
  summary: 'The wallets of the people whom the current user manages',
  access: 'wallets.manage',
  reply: z.object({ data: z.array(AgentWallet) }),
});

export const readWalletTransaction = endpoint({
  ...read,
  name: 'readWalletTransaction',
  method: 'GET',
  path: '/v1/wallets/transactions/:id',
  summary: 'One transaction of the wallet, with both sides of its posting',
  params: z.strictObject({ id: PathId }),
  reply: z.object({ data: Transaction }),
});

export const downloadWalletInvoice = endpoint({
  ...read,
  name: 'downloadWalletInvoice',
  method: 'GET',
  path: '/v1/wallets/invoices/:id',
  summary: 'An invoice as PDF',
  params: z.strictObject({ id: PathId }),
  reply: z.unknown(),
});

export const downloadWalletStatement = endpoint({
  ...read,
  name: 'downloadWalletStatement',
  method: 'GET',
  path: '/v1/wallets/statement',
  summary: 'The statement as CSV, newest first, at most 100,000 lines',
  rate: 'report',
  query: z.strictObject(filter),
  reply: z.unknown(),
});
