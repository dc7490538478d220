import { MEDIGAP_PLANS, QuoteAsk } from '#contract/chat/reply.contract.ts';
import { planDetails, planName } from '#rules/insurance/medigap-plans.ts';
import { monthlyRate, annualRate } from '#rules/insurance/quote-words.ts';
import { z } from 'zod';
import { ratesFor, toQuote } from '../../quotes/quotes.service.ts';
import { chatTool } from '../answer.ts';
import { quotesAnswer, detailsAnswer } from './quote-answers.ts';
import { EMPTY } from './slots.ts';

/** Maximum rates that a model gets; the user sees all. Our choice. */
const TOLD = 5;

const askQuote = chatTool({
  name: 'ask_quote',
  description:
    'Medigap rates for one person. Every value must come from the user or from a record: ask for what is missing, never guess it.',
  doing: 'Getting rates',
  input: QuoteAsk,
  run: async (deps, { identity }, ask) => {
    const rates = await ratesFor(deps, identity, ask);
    const { zip_code: zip, plan, age, gender, tobacco, effective_date: effective, household } = ask;
    const slots = { zip, plan, age, gender, tobacco, effective, ...(household !== undefined && { household }) };
    const answer = quotesAnswer({ ask, rates, assumptions: [], unknown: [] }, { ...EMPTY, slots });
    const quotes = rates.rates.map(toQuote);
    return {
      told: {
        plan: planName(plan),
        companies: quotes.length,
        sample_rates: rates.source.sample,
        assumed: rates.assumptions,
        lowest: quotes.slice(0, TOLD).map((quote) => ({
          company: quote.company,
          monthly: monthlyRate(quote),
          annual: annualRate(quote),
        })),
      },
      answer,
    };
  },
});

const readDetails = chatTool({
  name: 'plan_details',
  description: 'Returns what a standard Medigap plan pays and who may buy it.',
  doing: 'Looking up the plan',
  input: z.strictObject({ plan: z.enum(MEDIGAP_PLANS) }),
  run: (_, __, { plan }) => Promise.resolve({ told: planDetails(plan), answer: detailsAnswer([plan], EMPTY) }),
});

export const QUOTE_TOOLS = [askQuote, readDetails];
