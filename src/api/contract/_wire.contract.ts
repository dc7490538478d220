import * as z from 'zod/mini';

// ---- schemas ---------------------------------------------------------------

export const Id = z.int().check(z.positive());
/** An id in a path or a query, where everything is text. */
export const PathId = z.coerce.number().check(z.int(), z.positive());

/** The largest whole number that the database keeps in 4 bytes. */
export const MAX_INT = 2_147_483_647;

/** A page of a list in a query; the first when absent. */
export const PageNumber = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_INT)), 1);

/** The version of a record that a change is based on; 0 for one that doesn't exist yet. */
export const KnownVersion = z.int().check(z.minimum(0), z.maximum(MAX_INT));

/** Milliseconds do not matter to a person; the server writes ISO 8601 in UTC. */
export const Instant = z.iso.datetime({ offset: true });
/** A day without a time and without a zone, `YYYY-MM-DD`. It never shifts. */
export const PlainDate = z.iso
  .date()
  .check(z.refine((day) => day >= '1800-01-01' && day <= '2999-12-31', 'Enter a year from 1800 to 2999.'));

/** Time of day of a clock, `HH:mm`. */
export const WallTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 9:30 AM.'));

export const ListMeta = z.object({
  current_page: z.int(),
  limit: z.int(),
  /** `null` on cursor pages, which have no total. */
  total_count: z.nullable(z.int()),
  total_pages: z.nullable(z.int()),
});
export type ListMeta = z.output<typeof ListMeta>;

/** The body of every refusal (decisions, "Wire conventions"). */
export const ErrorBody = z.object({
  code: z.string(),
  /** One sentence to show. */
  error: z.string(),
  /** By field; under 403 `errors.user` is the text `Access denied!`, as the spec has it. */
  errors: z.record(z.string(), z.union([z.array(z.string()), z.string()])),
  request_id: z.string(),
});
export type ErrorBody = z.output<typeof ErrorBody>;

// ---- constants -------------------------------------------------------------

/** Names the identity a tab believes in, `<user id>:<depth>`; a mismatch answers 409 `identity_changed`. */
export const IDENTITY_HEADER = 'x-identity';
/** Names a call in the page, in the answer and in the server's log; the server makes one where none was sent. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Pattern for ids from outside; keeps them from breaking a log line. */
export const REQUEST_ID = /^[\w-]{16,64}$/;
/** Milliseconds that the demo clock is ahead of the real one, on every answer in demo and development. */
export const CLOCK_HEADER = 'x-demo-clock';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const IDEMPOTENT_REPLAYED_HEADER = 'idempotent-replayed';

/** Maximum rows in a list response, regardless of `limit`. Source: promise P25. */
export const MAX_PAGE_LIMIT = 200;
