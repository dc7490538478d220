import type { HelpBlock } from '#contract/help.contract.ts';
import type { ChatSource } from '#contract/chat/reply.contract.ts';
import { isAppPath } from '#rules/access/app-path.ts';
import { linesOf } from '../../help/help-blocks.ts';
import type { HelpBookPage, HelpSection } from '../../help/help-book.ts';
import type { SectionFound } from '../../help/help-index.ts';
import { bestLine } from '../../help/help-quote.ts';
import { helpPageOf } from '../../help/help.service.ts';
import type { ChatAnswer } from '../answer.ts';

/** A section of help that was talked about. */
export interface HelpPlace {
  readonly slug: string;
  /** Empty: the top of the page. */
  readonly anchor: string;
}

export type Told = Pick<SectionFound, 'page' | 'section'>;

/** Characters of an answer at most; it ends with a whole sentence. Ours. */
const ANSWER_MAX = 900;
/** Maximum pages listed with the reply. Our choice. */
const SEE_ALSO = 2;

const plainAnswer = (content: string, metadata: ChatAnswer['metadata'], state: HelpPlace | null): ChatAnswer => ({
  content,
  responseType: null,
  metadata,
  state,
  isAtLoss: false,
});

export const hrefOf = ({ slug, anchor }: HelpPlace): string => `/help/${slug}${anchor === '' ? '' : `#${anchor}`}`;

export const labelOf = ({ page, section }: Told): string =>
  section.heading === '' ? page.title : `${page.title}: ${section.heading}`;

/** The section's own words, with the line that answers as its quote, and where to read on. */
export function tellSection(
  brand: string,
  told: Told,
  { asked, others }: { readonly asked: string; readonly others: readonly Told[] },
): ChatAnswer {
  const { page, section } = told;
  const place: HelpPlace = { slug: page.slug, anchor: section.anchor };
  const beside = seeAlso(brand, page, others);
  const sources: ChatSource[] = [
    { label: labelOf(told), href: hrefOf(place), quote: bestLine(section, asked) },
    ...beside.map((one) => ({ label: `See also: ${labelOf(one)}`, href: hrefOf({ ...one.page, ...one.section }) })),
  ];
  const further = page.sections
    .map(({ heading }) => heading)
    .filter((heading) => !['', section.heading].includes(heading));
  const suggestions = ['Take me there', ...further.slice(0, 2)];
  return plainAnswer(wordsOf(section), { sources, suggestions }, place);
}

/** Pages that answer as well, then those that belong to the page. */
function seeAlso(brand: string, page: HelpBookPage, others: readonly Told[]): Told[] {
  const related = page.related.flatMap((slug) => helpPageOf(brand, slug) ?? []);
  const tops = related.flatMap((one) => one.sections.slice(0, 1).map((section) => ({ page: one, section })));
  const known = new Set([page.slug]);
  return [...others.slice(0, SEE_ALSO), ...tops]
    .filter(({ page: { slug } }) => !known.has(slug) && known.add(slug))
    .slice(0, SEE_ALSO);
}

/** A section as plain text: its heading, its steps as steps, whole sentences only. */
export function wordsOf({ heading, blocks, lines }: HelpSection): string {
  const said = blocks.length === 0 ? lines : blocks.flatMap((block) => linesOf(block, markOf));
  return cutAtSentence([...(heading === '' ? [] : [`${heading}:`]), ...said].join('\n'));
}

const markOf = (at: number, ordered: boolean): string => (ordered ? `${at + 1}. ` : '• ');

function cutAtSentence(text: string): string {
  if (text.length <= ANSWER_MAX) return text;
  const start = text.slice(0, ANSWER_MAX);
  const end = Math.max(...['. ', '.\n', '? ', '?\n'].map((mark) => start.lastIndexOf(mark)));
  return end > 0 ? start.slice(0, end + 1) : start;
}

/** Leads to the first app page that the help names, else to the help itself. `null` when there is none. */
export function openPage(brand: string, place: HelpPlace): ChatAnswer | null {
  const page = helpPageOf(brand, place.slug);
  if (page === null) return null;
  const section = page.sections.find(({ anchor }) => anchor === place.anchor);
  const link = [...(section?.blocks ?? []), ...page.blocks].flatMap(linksOf).find(({ href }) => isOfApp(href));
  const { text, href } = link ?? { text: page.title, href: hrefOf(place) };
  return {
    ...plainAnswer(`Opening: ${text}.`, { redirect_url: href, action: 'open_page' }, place),
    responseType: 'redirect',
  };
}

const isOfApp = (href: string): boolean => isAppPath(href) && !href.startsWith('/help');

const spansOf = (block: HelpBlock) =>
  block.kind === 'text' ? block.spans : block.kind === 'steps' ? block.items.flat() : [];

const linksOf = (block: HelpBlock): { text: string; href: string }[] =>
  spansOf(block).flatMap(({ text, href }) => (href === undefined ? [] : [{ text, href }]));

/** The matching section is uncertain. */
export function whichOne(found: readonly SectionFound[], before: HelpPlace | null): ChatAnswer {
  const options = found.map((one) => ({ label: labelOf(one), says: labelOf(one) }));
  const text = found.length === 1 ? 'Is this what you mean?' : 'Which of these do you mean?';
  return plainAnswer(text, { questions: [{ part: '', text, options }] }, before);
}

/** Nothing was found: lists what it can answer, and links to all pages. */
export const atLoss = (questions: readonly string[], before: HelpPlace | null): ChatAnswer => ({
  ...plainAnswer(
    "I couldn't find anything about that in the help pages. I can explain how to do things in the app. The help contents list every page.",
    { sources: [{ label: 'Help contents', href: '/help' }], suggestions: [...questions] },
    before,
  ),
  isAtLoss: true,
});
