import type { ReportMeasure } from '#contract/reports/definition.contract.ts';
import { dollars } from '../billing/money.ts';
import { durationText } from '../time/duration-text.ts';
import { formatMicros } from '../wallets/micros.ts';
import { formatCount } from '../words/format-count.ts';
import { MEASURE_WORDS } from './report-words.ts';

/** "1,204", "$414,069.00", "12:05". */
export function formatNumber(measure: ReportMeasure, value: number): string {
  switch (MEASURE_WORDS[measure].unit) {
    case 'cents':
      return dollars(value);
    case 'micros':
      return formatMicros(value);
    case 'seconds':
      return durationText(value);
    case 'count':
      return formatCount(value);
  }
}

/** "11/19/2026, 1:40 PM CST". */
export const formatInstant = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: '2-digit',
    day: '2-digit',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(at));

/** "7.3%", "0.4%"; empty for a share of nothing. */
export const shareWords = (part: number, whole: number): string =>
  whole === 0 || part === 0 ? '' : `${Math.round((part / whole) * 1_000) / 10}%`;
