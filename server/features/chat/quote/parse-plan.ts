import { type ChatQuestion, MEDIGAP_PLANS, type MedigapPlan, type QuoteAsk } from '#contract/chat/reply.contract.ts';
import { planName } from '#rules/insurance/medigap-plans.ts';
import type { Slots } from './slots.ts';
import type { Sentence } from './take-out.ts';

const INSTEAD_OF = /\b(?:instead of|rather than|and not|not) (?:plan )?[a-n]\b/giu;
const HIGH =
  /\b(?:hd|high[- ]?deductible|high[- ]?ded)[- ]*(?:plan )?([fg])\b|\bplan ([fg])[- ](?:hd|high[- ]?deductible)\b|\b([fg])[- ]?(?:hd|high[- ]?deductible)\b/giu;
const PLAN =
  /\b(?:plans?|medigap|supp(?:lement)?)[ :-]+([a-hj-z])\b((?:,? (?:and|or|vs\.?|versus|,) (?:plan )?[a-n]\b)*)/giu;
const LETTER = /(?<![\p{L}\d'$./-])([b-df-gk-nB-DF-GK-N])(?![\p{L}\d'/-])/gu;
/** `65F`: the age and the sex. */
const AGE_AND_SEX = /(?<![\d/-])(\d{2,3}) ?(?:yo |y\/o )?([fm])(?![\p{L}\d'])/giu;
const GLUED = /(?<![\d/-])(\d{2,3})([fm])(?![\p{L}\d'])|(?<![\p{L}\d])([fm])(\d{2,3})(?!\d)/giu;
const SEX = /\b(?:sex|gender)(?: is)?:? ?([fm])\b/giu;
const SWAPS = /\b(?:instead|what (?:would|does|about|is)|how (?:much|about)|switch|change)\b/iu;

export interface ParsedPlan {
  readonly slots: Pick<Slots, 'plan' | 'gender' | 'age'>;
  /** Every plan that is named. */
  readonly plans: readonly MedigapPlan[];
  readonly questions: readonly ChatQuestion[];
}

interface Known {
  /** Known from earlier words of this sentence, if at all. */
  readonly gender: QuoteAsk['gender'] | undefined;
  /** Only the sex is missing. */
  readonly wantsGender: boolean;
}

const isPlan = (name: string): name is MedigapPlan => MEDIGAP_PLANS.some((plan) => plan === name);

/** Plans by their letters; F and M may also mean female and male, so an ambiguous letter is a question. */
export function parsePlan(sentence: Sentence, { gender, wantsGender }: Known): ParsedPlan {
  const questions: ChatQuestion[] = [];
  const slots: { plan?: MedigapPlan; gender?: QuoteAsk['gender']; age?: number } = {};
  const swaps = SWAPS.test(sentence.left);
  sentence.take(INSTEAD_OF);
  const plans = sentence.take(HIGH).map(([, a, b, c]) => `HD${(a ?? b ?? c ?? '').toUpperCase()}` as MedigapPlan);
  for (const [said, first = '', more = ''] of sentence.take(PLAN)) {
    for (const letter of [first, ...(more.replaceAll(/and|or|vs|versus|plan/giu, '').match(/[a-n]/giu) ?? [])]) {
      const name = letter.toUpperCase();
      if (isPlan(name)) plans.push(name);
      else questions.push(noSuchPlan(said.trim(), name));
    }
  }
  for (const [, letter = ''] of sentence.take(SEX)) slots.gender = sexOf(letter);
  const glued = sentence.take(GLUED);
  for (const [, age, sex, sexFirst, ageLast] of glued) {
    slots.age = Number(age ?? ageLast);
    slots.gender = sexOf(sex ?? sexFirst ?? '');
  }
  const spaced =
    gender === undefined && slots.gender === undefined && plans.length > 0 ? sentence.take(AGE_AND_SEX) : [];
  for (const [, age, sex = ''] of spaced) {
    slots.age = Number(age);
    slots.gender = sexOf(sex);
  }
  for (const [, letter = ''] of sentence.take(LETTER)) {
    const name = letter.toUpperCase() as MedigapPlan;
    if (name !== 'F' && name !== 'M') plans.push(name);
    else if (wantsGender && !swaps) slots.gender = sexOf(name);
    else if ((gender ?? slots.gender) !== undefined || swaps) plans.push(name);
    else if (plans.length > 0) slots.gender = sexOf(name);
    else questions.push(letterOrSex(name));
  }
  const named = [...new Set(plans)];
  if (named.length === 1 && named[0] !== undefined) slots.plan = named[0];
  return { slots, plans: named, questions };
}

const sexOf = (letter: string): QuoteAsk['gender'] => (letter.toUpperCase() === 'F' ? 'female' : 'male');

const letterOrSex = (letter: 'F' | 'M'): ChatQuestion => {
  const sex = letter === 'F' ? 'woman' : 'man';
  return {
    part: letter,
    text: `Does ${letter} mean ${sex} or Plan ${letter}?`,
    options: [
      { label: letter === 'F' ? 'Woman' : 'Man', says: sex },
      { label: `Plan ${letter}`, says: `Plan ${letter}` },
    ],
  };
};

const noSuchPlan = (part: string, letter: string): ChatQuestion => ({
  part,
  text: `Medigap Plan ${letter} isn't sold. Which plan do you want?`,
  options: (['G', 'N', 'A'] as const).map((plan) => ({ label: planName(plan), says: planName(plan) })),
});

export const whichPlan = (plans: readonly MedigapPlan[]): ChatQuestion => ({
  part: '',
  text: `I can quote one plan at a time: ${plans.map(planName).join(' or ')}?`,
  options: plans.map((plan) => ({ label: planName(plan), says: planName(plan) })),
});
