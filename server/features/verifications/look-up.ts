import { LOOKUP_CENTS } from '#contract/verifications.contract.ts';
import { type LineLookup, LookupRefused } from '../../adapters/numbers/line-lookup.ts';
import type { Answer } from './verifications.sql.ts';

/** Looks a number up. @throws {LookupPostponed} when the source is away. */
export async function lookUp(source: LineLookup, number: string): Promise<Answer> {
  try {
    const { lineType, carrier } = await source.lookUp(number);
    return { status: 'done', lineType, carrier, source: source.name };
  } catch (error) {
    if (error instanceof LookupRefused) return { status: 'failed', reason: error.reason };
    throw error;
  }
}

/** A look-up without an answer costs nothing. */
export const chargeOf = ({ status }: Answer, priceCents: number = LOOKUP_CENTS): number | null =>
  status === 'done' ? priceCents : null;
