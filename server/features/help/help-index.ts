import MiniSearch, { type SearchOptions } from 'minisearch';
import type { HelpBook, HelpBookPage, HelpSection } from './help-book.ts';
import { termOf, termsOf, wordsIn } from './help-terms.ts';

export interface SectionFound {
  readonly page: HelpBookPage;
  /** The one of the page that fits best. */
  readonly section: HelpSection;
  readonly score: number;
  /** Share of the query that it covers, from 0 to 1; rare words weigh more. */
  readonly share: number;
}

export interface HelpSearch {
  readonly q: string;
  /** Pages that the talk is about: how much more each counts. */
  readonly near?: Readonly<Record<string, number>>;
}

/** Weight of a word by its place. Tuned by `tests/chat/help-questions.ts`. */
const BOOST = { heading: 3, also: 2, words: 2, title: 4, text: 1 };
/** Within one page: what all its sections share says nothing. */
const WITHIN = { heading: 3, also: 2, text: 1 };

/** A page below this part of the best score has no more than a word in common. */
const WORTH = 0.08;

/** Words that distinguish sections but say little about their subject. */
const ASKING: ReadonlySet<string> = new Set(['what', 'where', 'who', 'why'].flatMap(termsOf));
const ASKING_BOOST = 0.2;

const HOW: SearchOptions = {
  boostTerm: (term) => (ASKING.has(term) ? ASKING_BOOST : 1),
  prefix: (term) => term.length > 3,
  fuzzy: (term) => (term.length > 4 ? 0.2 : false),
  weights: { prefix: 0.4, fuzzy: 0.25 },
};

/** Words of a heading that turn it into the opposite of what its others say. */
const TURNING: ReadonlySet<string> = new Set(
  [
    'apart',
    'away',
    'back',
    'cancel',
    'cannot',
    'delete',
    'leave',
    'miss',
    'off',
    'pause',
    'remove',
    'stop',
    'undo',
  ].flatMap(termsOf),
);
/** Factor for a section about the opposite of the query. */
const TURNED = 0.4;
/** Factor for a section whose heading or synonym is exactly the query. */
const WHOLE = 2;

interface Entry extends Record<keyof typeof BOOST, string> {
  readonly id: number;
}

export type HelpIndex = (search: HelpSearch) => SectionFound[];

/** Finds sections of a book: the best of each page, the best page first. */
export function helpIndex(book: HelpBook): HelpIndex {
  const sections = book.flatMap((page) => page.sections.map((section) => ({ page, section })));
  const index = new MiniSearch<Entry>({ fields: Object.keys(BOOST), tokenize: wordsIn, processTerm: termOf });
  index.addAll(
    sections.map(({ page, section }, id) => ({
      id,
      title: page.title,
      words: page.words.join(' '),
      heading: section.heading,
      also: section.words,
      text: section.lines.join(' '),
    })),
  );
  const weigh = weightsOf(sections.map(({ section }) => section));
  return ({ q, near = {} }) => {
    const asked = [...new Set(termsOf(q))];
    const meant = asked.filter((term) => !ASKING.has(term));
    const fits = sections.map(({ section }) => fitOf(section, asked, weigh));
    const found = new Map<string, SectionFound>();
    for (const { id, score: plain, queryTerms } of index.search(q, { ...HOW, boost: BOOST })) {
      const at = sections[id as number];
      if (at === undefined) continue;
      const share = meant.length === 0 ? 1 : weigh(meant.filter((term) => queryTerms.includes(term))) / weigh(meant);
      const score = plain * share * (fits[id as number] ?? 1) * (near[at.page.slug] ?? 1);
      if (score > (found.get(at.page.slug)?.score ?? 0)) found.set(at.page.slug, { ...at, share, score });
    }
    const best = new Map<string, number>();
    for (const { id, score: plain } of index.search(q, { ...HOW, fields: Object.keys(WITHIN), boost: WITHIN })) {
      const at = sections[id as number];
      const page = at && found.get(at.page.slug);
      const score = plain * (fits[id as number] ?? 1);
      if (at === undefined || page === undefined || score <= (best.get(at.page.slug) ?? 0)) continue;
      best.set(at.page.slug, score);
      found.set(at.page.slug, { ...page, section: at.section });
    }
    const ranked = [...found.values()].toSorted((a, b) => b.score - a.score);
    return ranked.filter(({ score }) => score >= (ranked[0]?.score ?? 0) * WORTH);
  };
}

/** A word that the book does not know counts as one that so many sections have. */
const STRANGE = 2;

type Weigh = (terms: readonly string[]) => number;

/** The rarer a word is in the book, the more it says. */
function weightsOf(sections: readonly HelpSection[]): Weigh {
  const all = sections.map(({ heading, words, lines }) => new Set(termsOf([heading, words, ...lines].join(' '))));
  const weights = new Map<string, number>();
  for (const term of all.flatMap((terms) => [...terms])) weights.set(term, (weights.get(term) ?? 0) + 1);
  return (terms) =>
    terms.reduce((sum, term) => sum + Math.log(1 + sections.length / (weights.get(term) ?? STRANGE)), 0);
}

/** Match of a section's heading and synonyms: they cover the query, and not its opposite. */
function fitOf({ heading, words }: HelpSection, asked: readonly string[], weigh: Weigh): number {
  const names = [heading, ...words.split(',')].map((name) => [...new Set(termsOf(name))]);
  const fits = names.map((terms, at) => {
    const both = terms.filter((term) => asked.includes(term));
    // Another word for it counts as a whole only.
    if (both.length === 0 || (at > 0 && both.length < terms.length)) return 0;
    return (weigh(both) / weigh(terms)) * (weigh(both) / weigh(asked)) ** 2;
  });
  const [own = [], ...others] = names;
  const telling = others.flat().filter((term) => !own.includes(term));
  const isTurned =
    own.some((term) => TURNING.has(term)) && !asked.some((term) => TURNING.has(term) || telling.includes(term));
  return (isTurned ? TURNED : 1) * (1 + WHOLE * Math.max(...fits));
}
