import * as z from 'zod/mini';
import { SIGNED_IN_TYPES } from '#contract/integrations.contract.ts';
import type { CameBack } from '../../machines/integrations/integrations.machine.ts';
import { type RawSearch, readSearch } from '../_base/routes/read-search.ts';

const Words = z.optional(z.string().check(z.maxLength(4_000)));
const SHAPE = { code: Words, state: Words, error: Words };

/** What a provider puts into the address when it sends the browser back. */
export type IntegrationsSearch = Partial<z.output<z.ZodMiniObject<typeof SHAPE>>>;

export const integrationsSearch = (raw: RawSearch): IntegrationsSearch => readSearch(SHAPE, raw);

/** `null`: no provider has sent the browser here. The state begins with the integration's type. */
export function cameBack({ code, state }: IntegrationsSearch): CameBack | null {
  const type = SIGNED_IN_TYPES.find((one) => state?.startsWith(`${one}.`) === true);
  return type === undefined || state === undefined ? null : { type, state, code: code ?? null };
}
