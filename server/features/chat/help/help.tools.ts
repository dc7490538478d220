import * as z from 'zod/mini';
import { HelpSlug } from '#contract/help.contract.ts';
import { Refusal } from '../../../errors.ts';
import { findHelp, helpPageOf } from '../../help/help.service.ts';
import { type ChatTool, chatTool } from '../answer.ts';
import { hrefOf, tellSection, wordsOf } from './help-answer.ts';

/** Sections passed to a model at a time. Our choice. */
const TOLD_MAX = 5;

const searchTool = chatTool({
  name: 'search_help',
  description: "Finds sections of this app's help pages that explain how to do something, best match first.",
  doing: 'Searching the help pages',
  input: z.strictObject({ question: z.string().check(z.minLength(1), z.maxLength(200)) }),
  run: ({ config }, _turn, { question }) =>
    Promise.resolve({
      told: findHelp(config.brand, { q: question })
        .slice(0, TOLD_MAX)
        .map(({ page, section }) => ({
          slug: page.slug,
          anchor: section.anchor,
          title: page.title,
          heading: section.heading,
          text: wordsOf(section),
          href: hrefOf({ slug: page.slug, anchor: section.anchor }),
        })),
      answer: null,
    }),
});

const showTool = chatTool({
  name: 'show_help',
  description: 'Shows the user the original text of a section of the help pages, with a link to it.',
  doing: 'Opening the help page',
  input: z.strictObject({ slug: HelpSlug, anchor: z._default(z.string().check(z.maxLength(80)), '') }),
  run: ({ config }, { message }, { slug, anchor }) => {
    const page = helpPageOf(config.brand, slug);
    const section = page?.sections.find((one) => one.anchor === anchor);
    if (!page || !section)
      throw new Refusal('not_found', 'No such section. Call search_help to find the available ones.');
    const answer = tellSection(config.brand, { page, section }, { asked: message, others: [] });
    return Promise.resolve({ told: { shown: true, text: answer.content }, answer });
  },
});

export const helpTools: readonly ChatTool[] = [searchTool, showTool];
