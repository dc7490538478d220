import type { ChatQuestion, QuoteAsk } from '#contract/chat/reply.contract.ts';
import { planName } from '#rules/insurance/medigap-plans.ts';
import { ageOn, formatPlainDate } from '#rules/time/plain-date.ts';
import { firstOfNextMonth } from './parse-days.ts';
import { type Parsed, NOTHING_OPEN, omit, type QuoteState, type Slots } from './slots.ts';

/** Default plan: the most common one. Source: KFF, Medigap enrollment. */
const USUAL_PLAN = 'G';

/** Facts about a person, apart from the request. */
const PERSON = ['age', 'born', 'gender', 'tobacco', 'household'] as const;

/** State after a sentence: earlier statements hold until replaced. */
export function carryOn(before: QuoteState, heard: Parsed, today: string): QuoteState {
  const start = heard.startsOver ? { ...before, slots: {}, about: null } : before;
  const { age, born, gender, zip } = heard.slots;
  const isWhole = gender !== undefined && zip !== undefined && (age ?? born) !== undefined;
  const kept = heard.other || isWhole ? omit(start.slots, PERSON) : start.slots;
  // An age and a date of birth replace each other: the later one counts.
  const fresh =
    age !== undefined && born === undefined ? omit(kept, ['born']) : omit(kept, born === undefined ? [] : ['age']);
  const isOther = heard.other || isElse(start.slots, heard.slots, today);
  return {
    slots: { ...fresh, ...heard.slots },
    about: isOther ? null : start.about,
    choice: [],
    open: NOTHING_OPEN,
    view: heard.view ?? 'lowest',
  };
}

/** Returns whether a statement contradicts one about the previous person. */
function isElse(before: Slots, { age, born, gender, zip }: Slots, today: string): boolean {
  const differs = (said: unknown, known: unknown) => said !== undefined && known !== undefined && said !== known;
  const ages = [today, before.effective ?? firstOfNextMonth(today)].map((day) => ageAt(before, day));
  const isOtherAge = age !== undefined && ages.every((known) => differs(age, known));
  return isOtherAge || differs(born, before.born) || differs(gender, before.gender) || differs(zip, before.zip);
}

/** Before another person is named: what is asked stays, what was known of the one before does not. */
export const withoutPerson = ({ slots, ...state }: QuoteState): QuoteState => ({
  ...state,
  slots: omit(slots, ['zip', ...PERSON]),
});

/** Arguments of the rates request, and the assumptions. */
export interface Settled {
  readonly ask: QuoteAsk;
  readonly assumptions: readonly string[];
}

/** `null`: something is missing. */
export function settle(slots: Slots, today: string): Settled | null {
  const { zip, gender, plan = USUAL_PLAN, effective = firstOfNextMonth(today), tobacco = false, household } = slots;
  const age = ageAt(slots, effective);
  if (zip === undefined || gender === undefined || age === undefined) return null;
  return {
    ask: {
      zip_code: zip,
      age,
      gender,
      tobacco,
      plan,
      effective_date: effective,
      ...(household !== undefined && { household }),
    },
    assumptions: [
      ...(slots.plan === undefined ? [planName(USUAL_PLAN)] : []),
      ...(slots.tobacco === undefined ? ['no tobacco'] : []),
      ...(slots.effective === undefined ? [`start date ${formatPlainDate(effective)}`] : []),
    ],
  };
}

const ageAt = ({ age, born }: Slots, day: string): number | undefined =>
  born === undefined ? age : Math.max(0, ageOn(born, day));

const GENDERS = [
  { label: 'Woman', says: 'woman' },
  { label: 'Man', says: 'man' },
];

/** One question for everything that is missing. `null`: nothing is. */
export function missingQuestion({ zip, age, born, gender }: Slots): ChatQuestion | null {
  const lacksAge = age === undefined && born === undefined;
  const missing = [
    ...(zip === undefined ? ['the ZIP code'] : []),
    ...(lacksAge ? ['the age or date of birth'] : []),
    ...(gender === undefined ? ['whether the person is a woman or a man'] : []),
  ];
  if (missing.length === 0) return null;
  const list = new Intl.ListFormat('en-US').format(missing);
  return {
    part: '',
    text: gender === undefined && missing.length === 1 ? 'Woman or man?' : `I still need ${list}.`,
    options: gender === undefined && missing.length === 1 ? GENDERS : [],
  };
}
