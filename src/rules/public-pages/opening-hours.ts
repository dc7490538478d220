import { WEEKDAYS } from '#contract/corporations.contract.ts';
import { clockText, clockWords, wallClocks } from '../time/zoned-time.ts';

interface Hours {
  readonly day: (typeof WEEKDAYS)[number];
  /** `09:00`, on the clocks of the office. */
  readonly opens: string;
  readonly closes: string;
}

const SHORT: Readonly<Record<Hours['day'], string>> = {
  monday: 'Mon',
  tuesday: 'Tue',
  wednesday: 'Wed',
  thursday: 'Thu',
  friday: 'Fri',
  saturday: 'Sat',
  sunday: 'Sun',
};

/** The hours of today and the next minute that changes them; `null`: closed, and no day opens. */
export function openAt(
  hours: readonly Hours[],
  zone: string,
  at: Date,
): { readonly open: boolean; readonly words: string } {
  const { weekday, minute } = wallClocks()(zone, at.getTime());
  const now = clockText(minute);
  const hoursOn = (ahead: number) => {
    const day = WEEKDAYS[(weekday + 6 + ahead) % 7];
    return hours.find((one) => one.day === day);
  };
  const today = hoursOn(0);
  if (today !== undefined && today.opens <= now && now < today.closes)
    return { open: true, words: `Open now, until ${clockWords(today.closes)}` };
  if (today !== undefined && now < today.opens)
    return { open: false, words: `Opens today at ${clockWords(today.opens)}` };
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const next = hoursOn(ahead);
    if (next !== undefined)
      return { open: false, words: `Closed now, opens ${SHORT[next.day]} at ${clockWords(next.opens)}` };
  }
  return { open: false, words: '' };
}

/** Days of equal hours together, from Monday: `Mon to Thu`, `9:00 AM to 6:00 PM`. */
export function hoursLines(hours: readonly Hours[]): { readonly days: string; readonly words: string }[] {
  const lines: { from: string; to: string; words: string }[] = [];
  for (const day of WEEKDAYS) {
    const found = hours.find((one) => one.day === day);
    const words = found === undefined ? 'Closed' : `${clockWords(found.opens)} to ${clockWords(found.closes)}`;
    const last = lines.at(-1);
    if (last?.words === words) last.to = SHORT[day];
    else lines.push({ from: SHORT[day], to: SHORT[day], words });
  }
  return lines.map(({ from, to, words }) => ({ days: from === to ? from : `${from} to ${to}`, words }));
}
