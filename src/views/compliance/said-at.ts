import type { ConsentEntry } from '#contract/compliance.contract.ts';
import { instantAt, wallClocks } from '#rules/time/zoned-time.ts';

const NOON = 12 * 60;
const END_OF_DAY = 24 * 60;

/**
 * Instant of a statement with only a known day. For today no instant is sent, which means now. For an earlier day a
 * consent counts from noon and a refusal from the end of the day, so that someone who gave both has refused.
 */
export function saidAt(
  kind: ConsentEntry['kind'],
  day: string,
  { zone, now }: { zone: string; now: number },
): { given_at?: string } {
  if (day === '' || day === wallClocks()(zone, now).day) return {};
  const at = kind === 'given' ? instantAt(zone, day, NOON) : instantAt(zone, day, END_OF_DAY) - 1;
  return { given_at: new Date(at).toISOString() };
}
