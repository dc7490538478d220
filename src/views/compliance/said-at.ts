import type { ConsentEntry } from '#contract/compliance.contract.ts';
import { instantAt, wallClocks } from '#rules/time/zoned-time.ts';

const NOON = 12 * 60;
const END_OF_DAY = 24 * 60;

/**
 * When something was said of which only the day is known. Today is now: no instant is sent. Of an earlier day consent
 * counts from noon and a refusal from its end, so that whoever said both has refused.
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
