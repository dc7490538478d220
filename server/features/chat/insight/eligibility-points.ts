import type { ChatSource } from '#contract/chat/reply.contract.ts';
import {
  ENROLMENT_SOURCES,
  enrolledStart,
  initialEnrolment,
  isWithin,
  medicareStart,
  medigapOpenEnrolment,
  type Period,
  yearlyEnrolment,
} from '#rules/insurance/enrolment-periods.ts';
import { ageOn, formatPlainDate } from '#rules/time/plain-date.ts';
import { birthday65 } from '#rules/insurance/turning-65.ts';
import { daysBetween } from '#rules/time/days.ts';
import type { InsightFacts } from './insight-facts.ts';
import { farWords, fieldSource, type InsightPoint } from './insight-point.ts';

/** Days before the 65th birthday in which it is soon. Ours: the initial enrollment is then near or open. */
const SOON_DAYS = 180;
/** Days ahead in which a birthday or a period is worth a word. Ours: a year. */
const COMING_DAYS = 365;

const YEARLY_WORDS = {
  annual: 'Annual enrollment (AEP)',
  advantage: 'Medicare Advantage open enrollment (OEP)',
} as const;

/** Medicare eligibility by birth date; empty for brands without Medicare. */
export function eligibilityPoints({ contact, policies, medicare, today }: InsightFacts): InsightPoint[] {
  const { dob } = contact;
  if (!medicare || dob === null) return [];
  const born = fieldSource(contact, `Date of birth ${formatPlainDate(dob)}`);
  const law = (key: keyof typeof ENROLMENT_SOURCES): ChatSource => ({ label: ENROLMENT_SOURCES[key], href: null });
  const point = (
    id: string,
    matter: InsightPoint['matter'],
    text: string,
    [at, ...laws]: readonly [string, ...(keyof typeof ENROLMENT_SOURCES)[]],
  ): InsightPoint => ({
    id: `eligibility.${id}`,
    kind: 'eligibility',
    matter,
    text,
    sources: [born, ...laws.map(law)],
    at,
  });

  const birthday = birthday65(dob);
  const days = daysBetween(today, birthday);
  const isFirst = birthday.endsWith('-01');
  const turning =
    days > 0
      ? `Age ${ageOn(dob, today)}. Turns 65 on ${formatPlainDate(birthday)} (${farWords(birthday, today)}${isFirst ? '; legally, the day before' : ''}). ${startWords(dob, today)}.`
      : `Age ${ageOn(dob, today)}. Turned 65 on ${formatPlainDate(birthday)}.`;
  const isComing = days > 0 && days <= COMING_DAYS;
  const matter = !isComing ? 'age' : days <= SOON_DAYS ? 'turning_65_soon' : 'turning_65_later';
  const laws = days > 0 ? [...(isFirst ? (['age'] as const) : []), 'start' as const] : [];
  const points = [point('turning_65', matter, turning, [birthday, ...laws])];

  const initial = initialEnrolment(dob);
  if (today <= initial.to) {
    const text = `Initial enrollment ${periodWords(initial, today)}.`;
    points.push(point('initial', openOr(initial, today), text, [initial.from, 'initial', 'automatic']));
  }
  const medigap = medigapOpenEnrolment(dob);
  if (today <= medigap.to) {
    const text = `Medigap open enrollment ${periodWords(medigap, today)}, if Part B starts at 65.`;
    points.push(point('medigap', openOr(medigap, today), text, [medigap.from, 'medigap']));
  }
  const inAdvantage = policies.some(({ type, status }) => type === 'medicare_advantage' && status === 'active');
  const yearly = yearlyEnrolment(today, inAdvantage);
  if (medicareStart(dob) <= yearly.to) {
    const text = `${YEARLY_WORDS[yearly.kind]} ${periodWords(yearly, today)}.`;
    const open = isWithin(yearly, today) ? 'yearly_open' : 'yearly_coming';
    points.push(point('yearly', open, text, [yearly.from, 'yearly']));
  }
  return points;
}

/** Enrolling now can't start coverage in a month that has already begun. */
function startWords(dob: string, today: string): string {
  const [could, can] = [medicareStart(dob), enrolledStart(dob, today)];
  return could === can
    ? `Medicare can start on ${formatPlainDate(can)}`
    : `Medicare could start as early as ${formatPlainDate(could)}. If they enroll now, Part B starts on ${formatPlainDate(can)}`;
}

function openOr(period: Period, today: string): InsightPoint['matter'] {
  if (isWithin(period, today)) return 'enrolment_open';
  return daysBetween(today, period.from) <= COMING_DAYS ? 'enrolment_coming' : 'enrolment_far';
}

/** `is open until 04/30/2027`, `runs from 10/15/2027 to 12/07/2027` */
const periodWords = (period: Period, today: string): string =>
  isWithin(period, today)
    ? `is open until ${formatPlainDate(period.to)}`
    : `runs from ${formatPlainDate(period.from)} to ${formatPlainDate(period.to)}`;
