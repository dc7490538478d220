import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const text = (max: number) => z.string().check(z.maxLength(max));

// ---- endpoints -------------------------------------------------------------

/** Not among the 404 specified calls: the error screen says that the error was reported, and this call reports it. */
export const reportFault = endpoint({
  name: 'reportFault',
  method: 'POST',
  path: '/v1/faults/report',
  summary: 'Tell the development team of a fault in the browser',
  effect: 'write',
  access: 'public',
  idempotent: false,
  rate: 'report',
  audit: null,
  body: z.strictObject({
    message: text(1_000),
    /** Empty when the browser gave none. */
    stack: text(8_000),
    /** Path where it happened, without the query, which may contain names. */
    path: text(500),
    /** The request that broke the page. `null`: none did. */
    request_id: z.nullable(text(100)),
  }),
  /** The number under which the server's log has it. */
  reply: z.object({ data: z.object({ request_id: z.string() }) }),
});
