import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const readHealth = endpoint({
  name: 'readHealth',
  method: 'GET',
  path: '/v1/health',
  summary: 'Whether the server can serve: its database answers and is migrated',
  effect: 'read',
  access: 'public',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.object({ status: z.literal('ok'), version: z.string() }) }),
});
