import type { DemoWorld } from '#contract/demo.contract.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** "Real time", "2 d 3 h ahead of real time". */
export function clockWords({ ahead_ms: ahead }: Pick<DemoWorld, 'ahead_ms'>): string {
  if (ahead === 0) return 'Real time';
  return `${spanWords(Math.abs(ahead))} ${ahead > 0 ? 'ahead of' : 'behind'} real time`;
}

function spanWords(ms: number): string {
  const [days, hours] = [Math.floor(ms / DAY_MS), Math.floor((ms % DAY_MS) / HOUR_MS)];
  if (days === 0 && hours === 0) return `${Math.round(ms / 60_000)} min`;
  return [days > 0 ? `${days} d` : '', hours > 0 ? `${hours} h` : ''].filter(Boolean).join(' ');
}
