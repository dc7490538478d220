import { WEEKDAYS } from '#contract/corporations.contract.ts';
import type { PageLanguage } from '../words/page-language.ts';
import { clockText, clockWords, wallClocks } from '../time/zoned-time.ts';

interface Hours {
  readonly day: (typeof WEEKDAYS)[number];
  /** `09:00`, on the clocks of the office. */
  readonly opens: string;
  readonly closes: string;
}

interface HourWords {
  readonly days: Readonly<Record<Hours['day'], string>>;
  readonly clock: (time: string) => string;
  readonly to: string;
  readonly closed: string;
  readonly open: (until: string) => string;
  readonly today: (at: string) => string;
  readonly later: (day: string, at: string) => string;
}

/** "la 1:00", "las 9:00" */
const articleOf = (clock: string): string => (clock.startsWith('1:') ? 'la' : 'las');

const WORDS: Readonly<Record<PageLanguage, HourWords>> = {
  en: {
    days: {
      monday: 'Mon',
      tuesday: 'Tue',
      wednesday: 'Wed',
      thursday: 'Thu',
      friday: 'Fri',
      saturday: 'Sat',
      sunday: 'Sun',
    },
    clock: clockWords,
    to: 'to',
    closed: 'Closed',
    open: (until) => `Open now, until ${until}`,
    today: (at) => `Opens today at ${at}`,
    later: (day, at) => `Closed now, opens ${day} at ${at}`,
  },
  es: {
    days: {
      monday: 'lun.',
      tuesday: 'mar.',
      wednesday: 'mié.',
      thursday: 'jue.',
      friday: 'vie.',
      saturday: 'sáb.',
      sunday: 'dom.',
    },
    clock: (time) =>
      clockWords(time === '24:00' ? '00:00' : time)
        .replace('AM', 'a. m.')
        .replace('PM', 'p. m.'),
    to: 'a',
    closed: 'Cerrado',
    open: (until) => `Abierto ahora, hasta ${articleOf(until)} ${until}`,
    today: (at) => `Abre hoy a ${articleOf(at)} ${at}`,
    later: (day, at) => `Cerrado ahora, abre ${day} a ${articleOf(at)} ${at}`,
  },
};

/** The hours of today and the next minute that changes them; `null`: closed, and no day opens. */
export function openAt(
  hours: readonly Hours[],
  zone: string,
  at: Date,
  language: PageLanguage = 'en',
): { readonly open: boolean; readonly words: string } {
  const { weekday, minute } = wallClocks()(zone, at.getTime());
  const now = clockText(minute);
  const words = WORDS[language];
  const hoursOn = (ahead: number) => {
    const day = WEEKDAYS[(weekday + 6 + ahead) % 7];
    return hours.find((one) => one.day === day);
  };
  const today = hoursOn(0);
  if (today !== undefined && today.opens <= now && now < today.closes)
    return { open: true, words: words.open(words.clock(today.closes)) };
  if (today !== undefined && now < today.opens) return { open: false, words: words.today(words.clock(today.opens)) };
  for (let ahead = 1; ahead <= 7; ahead += 1) {
    const next = hoursOn(ahead);
    if (next !== undefined) return { open: false, words: words.later(words.days[next.day], words.clock(next.opens)) };
  }
  return { open: false, words: '' };
}

/** Days of equal hours together, from Monday: `Mon to Thu`, `9:00 AM to 6:00 PM`. */
export function hoursLines(
  hours: readonly Hours[],
  language: PageLanguage = 'en',
): { readonly days: string; readonly words: string }[] {
  const { days: names, clock, to, closed } = WORDS[language];
  const lines: { from: string; to: string; words: string }[] = [];
  for (const day of WEEKDAYS) {
    const found = hours.find((one) => one.day === day);
    const words = found === undefined ? closed : `${clock(found.opens)} ${to} ${clock(found.closes)}`;
    const last = lines.at(-1);
    if (last?.words === words) last.to = names[day];
    else lines.push({ from: names[day], to: names[day], words });
  }
  return lines.map(({ from, to: last, words }) => ({ days: from === last ? from : `${from} ${to} ${last}`, words }));
}
