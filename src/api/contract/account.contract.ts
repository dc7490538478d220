import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { CurrentAccount } from './session.contract.ts';

export const readAccountInfo = endpoint({
  name: 'readAccountInfo',
  method: 'GET',
  path: '/v1/accounts/info',
  summary: 'The current account, as the guards read it',
  effect: 'read',
  access: 'signedIn',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: CurrentAccount }),
});
