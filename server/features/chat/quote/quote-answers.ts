import { capital } from '#rules/words/capital.ts';
import type {
  ChatContact,
  ChatQuestion,
  MedigapPlan,
  Quote,
  QuoteAsk,
  ReplyMetadata,
} from '#contract/chat/reply.contract.ts';
import { planDetails, planName } from '#rules/insurance/medigap-plans.ts';
import { annualRate, monthlyRate } from '#rules/insurance/quote-words.ts';
import { type Rates, toQuote } from '../../quotes/quotes.service.ts';
import type { ChatAnswer } from '../answer.ts';
import type { QuoteState, View } from './slots.ts';

/** Number of rates listed as the lowest. Source: the design of MAX. */
const SHOWN = 3;

const NUMBERS = ['no', 'one', 'two', 'three'];

export const answerOf = (
  content: string,
  state: QuoteState,
  more: { metadata?: ReplyMetadata; responseType?: ChatAnswer['responseType']; isAtLoss?: boolean } = {},
): ChatAnswer => ({
  content,
  responseType: more.responseType ?? null,
  metadata: more.metadata ?? {},
  state,
  isAtLoss: more.isAtLoss ?? false,
});

/** Everything that must be answered first, in one message. */
export const questionsAnswer = (questions: readonly ChatQuestion[], state: QuoteState, before = ''): ChatAnswer =>
  answerOf([before, ...questions.map(({ text }) => text)].filter(Boolean).join(' '), state, {
    metadata: { questions: [...questions], ...aboutOf(state.about) },
  });

const aboutOf = (about: ChatContact | null): ReplyMetadata =>
  about === null ? {} : { contact_number: about.number, contacts: [about] };

export interface Quoted {
  readonly ask: QuoteAsk;
  readonly rates: Rates;
  readonly assumptions: readonly string[];
  /** Unknown words, as written. */
  readonly unknown: readonly string[];
}

/** Rates with what they rest on. */
export function quotesAnswer({ ask, rates, assumptions, unknown }: Quoted, state: QuoteState): ChatAnswer {
  const all = rates.rates.map(toQuote);
  const quotes = seen(all, state.view);
  const notUnderstood = unknown.map(unknownQuestion);
  const content = [...notUnderstood.map(({ text }) => text), headline(quotes, all.length, { ask, rates }, state)];
  return answerOf(content.join(' '), state, {
    responseType: 'quote_results',
    metadata: {
      quotes,
      ...(state.view === 'all' && { shows_all: true }),
      plan_type: planName(ask.plan),
      quote_ask: ask,
      quote_source: { ...rates.source, place: rates.place },
      assumptions: [...assumptions, ...rates.assumptions],
      ...(notUnderstood.length > 0 && { questions: notUnderstood }),
      ...aboutOf(state.about),
      suggestions: suggestionsFor(ask),
    },
  });
}

const byYear = (a: Quote, b: Quote) => (a.annual_rate ?? Infinity) - (b.annual_rate ?? Infinity);

function seen(quotes: readonly Quote[], view: View): Quote[] {
  if (view === 'yearly') return quotes.toSorted(byYear);
  return quotes.slice(0, view === 'cheapest' ? 1 : undefined);
}

/** `Three lowest of 11 in Round Rock:` */
function headline(
  quotes: readonly Quote[],
  total: number,
  { ask, rates }: Pick<Quoted, 'ask' | 'rates'>,
  { about, view }: QuoteState,
) {
  const where = `${about === null ? '' : ` for ${about.name}`} in ${rates.place.split(', ')[0] || ask.zip_code}`;
  const [first] = quotes;
  if (total === 1) return `The only rate${where}:`;
  if (view === 'cheapest' && first !== undefined) {
    return `The lowest of ${total}${where} is ${first.company}, ${monthlyRate(first)} or ${annualRate(first)}:`;
  }
  if (view === 'all' || total <= SHOWN) return `All ${total}${where}, lowest first:`;
  if (view === 'yearly') return `${capital(NUMBERS[SHOWN] ?? '')} lowest annual rates of ${total}${where}:`;
  return `${capital(NUMBERS[SHOWN] ?? '')} lowest of ${total}${where}:`;
}

const unknownQuestion = (part: string): ChatQuestion => ({
  part,
  text: `I don't know what “${part}” means, so I left it out.`,
  options: [],
});

function suggestionsFor({ plan, tobacco }: QuoteAsk): string[] {
  return [
    plan === 'N' ? 'What would Plan G cost instead?' : 'What would Plan N cost instead?',
    tobacco ? 'And without tobacco?' : 'And with tobacco?',
  ];
}

/** Benefits of a plan, or the differences of two. */
export function detailsAnswer(plans: readonly MedigapPlan[], state: QuoteState): ChatAnswer {
  const tables = plans.map(planDetails);
  const [first] = tables;
  const rows = (first?.benefits ?? []).map(({ name }) => ({
    name,
    pays: tables.map(({ benefits }) => benefits.find((benefit) => benefit.name === name)?.pays ?? '-'),
  }));
  const told = rows.filter(({ pays }) => plans.length === 1 || new Set(pays).size > 1);
  const lines = told.map(({ name, pays }) =>
    plans.length === 1
      ? `${name}: ${pays[0]}`
      : `${name}: ${pays.map((pay, at) => `${tables[at]?.name} ${pay}`).join(', ')}`,
  );
  const head =
    plans.length === 1 ? `${first?.name}: ${first?.summary}` : `Where ${plans.map(planName).join(' and ')} differ:`;
  const who = tables.map(({ name, who: closed }) => (closed === '' ? '' : `${name}: ${closed}`)).filter(Boolean);
  return answerOf([head, ...lines, ...who].join('\n'), state, {
    metadata: { sources: [{ label: 'CMS, Choosing a Medigap Policy: the standard plans', href: null }] },
  });
}
