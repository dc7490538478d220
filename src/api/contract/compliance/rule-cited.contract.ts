import * as z from 'zod/mini';
import { Id } from '../_wire.contract.ts';

/** The row of the dated rule table that a decision rests on. */
export const RuleCited = z.object({ id: Id, title: z.string(), source: z.string() });
export type RuleCited = z.output<typeof RuleCited>;
