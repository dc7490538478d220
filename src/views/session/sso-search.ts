import * as z from 'zod/mini';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';
import type { SsoQuery } from './SsoCallbackPage.tsx';

/** What the identity provider wrote into the address. */
export const ssoSearch = (raw: RawSearch): SsoQuery =>
  readSearch({ code: z.string(), state: z.string(), iss: z.string(), error: z.string() }, raw);
