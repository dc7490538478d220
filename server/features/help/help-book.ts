import { join } from 'node:path';
import { Liquid } from 'liquidjs';
import { type Brand, type BrandKey, brandOf } from '#brands/brand.ts';
import type { HelpBlock, HelpEntry } from '#contract/help.contract.ts';
import type { FeatureName } from '#contract/access.contract.ts';
import { ROOT } from '../../config.ts';
import { type HelpText, helpText, linesOf } from './help-blocks.ts';
import { type HelpFile, readHelpFiles } from './help-files.ts';

/** A heading with its content, up to the next one. */
export interface HelpSection {
  /** Slug of the page. */
  readonly slug: string;
  /** Empty: the content above the first heading. */
  readonly anchor: string;
  readonly heading: string;
  readonly blocks: readonly HelpBlock[];
  /** A line a paragraph, a step or a row. */
  readonly lines: readonly string[];
  /** Other words that people say for it. */
  readonly words: string;
}

export interface HelpBookPage extends HelpEntry {
  /** Synonyms of the title. */
  readonly words: readonly string[];
  /** `null`: available to everyone. */
  readonly feature: FeatureName | null;
  readonly blocks: readonly HelpBlock[];
  readonly sections: readonly HelpSection[];
  readonly related: readonly string[];
}

/** The help pages of one brand, in the order of the contents. */
export type HelpBook = readonly HelpBookPage[];

/** Folder of the pages. */
const FOLDER = join(ROOT, 'docs/help');

const engine = new Liquid({ strictVariables: true, strictFilters: true, templates: {} });
const books = new Map<BrandKey, HelpBook>();
let files: readonly HelpFile[] | null = null;

/** The pages as they are written; they are read once. @throws when they are missing, or when one is not well formed. */
export function helpFiles(): readonly HelpFile[] {
  files ??= readHelpFiles(FOLDER);
  return files;
}

/** The book of a brand; it is made when it is first opened. @throws as `helpFiles` does. */
export function helpBookOf(key: string): HelpBook {
  const brand = brandOf(key);
  const known = books.get(brand.key);
  if (known !== undefined) return known;
  const book = bindBook(helpFiles(), brand);
  books.set(brand.key, book);
  return book;
}

/** Pages in the words of a brand, without those that it does not have. */
export function bindBook(pages: readonly HelpFile[], brand: Brand): HelpBook {
  const reach = (feature: string) => (brand.features as Readonly<Record<string, string>>)[feature] ?? 'everyone';
  const facts = {
    brand: { name: brand.name },
    roles: brand.roleLabels,
    words: brand.words,
    features: Object.fromEntries(
      Object.entries(brand.features).map(([feature, open]) => [feature, open === 'off' ? false : open]),
    ),
  };
  const there = pages.filter(({ feature }) => feature === undefined || reach(feature) !== 'off');
  const slugs = new Set(there.map(({ slug }) => slug));
  return there.map((file) => pageOf(file, facts, slugs));
}

function pageOf(file: HelpFile, facts: object, slugs: ReadonlySet<string>): HelpBookPage {
  const { slug, chapter, words, related, feature } = file;
  const said = (text: string) => String(engine.parseAndRenderSync(text, facts));
  const [title, summary] = [said(file.title), said(file.summary)];
  const text = helpText(said(file.body));
  const blocks = text.blocks.map((block) => withoutDead(block, slugs));
  return {
    slug,
    title,
    summary,
    chapter,
    words,
    feature: feature ?? null,
    blocks,
    sections: sectionsOf({ slug, summary, blocks, words: text.words }),
    related: related.filter((other) => slugs.has(other)),
  };
}

/** Links to pages that the brand does not have become plain words. */
function withoutDead(block: HelpBlock, slugs: ReadonlySet<string>): HelpBlock {
  type Spans = Extract<HelpBlock, { kind: 'text' }>['spans'];
  const clean = (spans: Spans): Spans =>
    spans.map(({ href, ...span }) => {
      const page = /^\/help\/([a-z0-9-]+)/.exec(href ?? '')?.[1];
      return href === undefined || (page !== undefined && !slugs.has(page)) ? span : { ...span, href };
    });
  switch (block.kind) {
    case 'heading':
    case 'code':
      return block;
    case 'text':
      return { ...block, spans: clean(block.spans) };
    case 'steps':
      return { ...block, items: block.items.map(clean) };
    case 'table':
      return { ...block, head: block.head.map(clean), rows: block.rows.map((row) => row.map(clean)) };
  }
}

function sectionsOf({ slug, summary, blocks, words }: Pick<HelpFile, 'slug' | 'summary'> & HelpText): HelpSection[] {
  const sections: { anchor: string; heading: string; blocks: HelpBlock[] }[] = [
    { anchor: '', heading: '', blocks: [] },
  ];
  for (const block of blocks) {
    if (block.kind === 'heading') sections.push({ anchor: block.id, heading: block.text, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections
    .map((section) => ({
      slug,
      ...section,
      words: words.get(section.anchor) ?? '',
      lines: [...(section.anchor === '' ? [summary] : []), ...section.blocks.flatMap((block) => linesOf(block))],
    }))
    .filter(({ lines }) => lines.length > 0);
}

export const entryOf = ({ slug, title, summary, chapter }: HelpBookPage): HelpEntry => ({
  slug,
  title,
  summary,
  chapter,
});
