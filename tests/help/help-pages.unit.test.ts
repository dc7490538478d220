import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { brands } from '#brands/brand.ts';
import { agentLicenses } from '#contract/agent-licenses.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import type { HelpBlock, HelpSpan } from '#contract/help.contract.ts';
import { mailerKits } from '#contract/mailer-kits.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { products } from '#contract/store/products.contract.ts';
import { businessUnits } from '#contract/business-units.contract.ts';
import { officeLocations } from '#contract/office-locations.contract.ts';
import { pools } from '#contract/pools.contract.ts';
import { statuses } from '#contract/reference.contract.ts';
import { trainings } from '#contract/trainings.contract.ts';
import { webhookEndpoints } from '#contract/webhooks.contract.ts';
import { isAppPath } from '#rules/access/app-path.ts';
import { PAGES } from '#rules/access/pages.ts';
import { bindBook, type HelpBookPage } from '../../server/features/help/help-book.ts';
import { type HelpFile, readHelpFiles } from '../../server/features/help/help-files.ts';

const files = readHelpFiles('docs/help');
/** All pages as each brand has them. */
const pages = Object.values(brands).flatMap((brand) =>
  bindBook(files, brand).map((page) => ({ brand: brand.key, page })),
);

const spansOf = (block: HelpBlock): readonly HelpSpan[] => {
  if (block.kind === 'text') return block.spans;
  if (block.kind === 'steps') return block.items.flat();
  return block.kind === 'table' ? [...block.head, ...block.rows.flat()].flat() : [];
};
const spansIn = (page: HelpBookPage) => page.blocks.flatMap(spansOf);

const sources = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');

/** True when a link of a page leads to a page of the app, or to a help page and one of its headings. */
function leads(href: string, book: readonly HelpBookPage[]): boolean {
  const [, slug, anchor] = /^\/help\/([a-z0-9-]+)(?:#(.+))?$/.exec(href) ?? [];
  if (slug === undefined) return href.replace(/[?#].*$/, '') in PAGES;
  const page = book.find((one) => one.slug === slug);
  return page !== undefined && (anchor === undefined || page.sections.some((section) => section.anchor === anchor));
}

test('every link leads to a page of the app, or to a heading of a help page', () => {
  const dead = Object.values(brands).flatMap((brand) => {
    const book = bindBook(files, brand);
    return book.flatMap((page) =>
      spansIn(page)
        .flatMap(({ href }) => href ?? [])
        .filter((href) => !leads(href, book))
        .map((href) => [brand.key, page.slug, href]),
    );
  });
  expect(dead).toEqual([]);
});

/** Buttons of pages that are made from a resource of the contract. */
const made = [
  agentLicenses,
  broadcastEmails,
  businessUnits,
  campaignTriggers,
  corporations,
  mailerKits,
  officeLocations,
  pools,
  products,
  statuses,
  trainings,
  webhookEndpoints,
].flatMap(({ about: { label } }) => [`'New ${label.one}'`, `'Add ${label.one}'`]);

/** True when a text of the screen is this: all of it, or the part before a value. */
function stands(words: string, screen: string): boolean {
  const literal = words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`['"\`>}] ?${literal}(?: ?[<'"\`{…,]| [{$])`).test(screen);
}

test('every bold word is a name on the screen: of a button, a page, a field', () => {
  const screen = [...['src/views', 'src/rules', 'server/features/settings'].map(sources), ...made]
    .join(' ')
    .replaceAll(/\s+/g, ' ');
  const bold = pages.flatMap(({ page }) =>
    spansIn(page).flatMap(({ strong, text }) => (strong ? `${page.slug}: ${text}` : [])),
  );
  expect(bold.length).toBeGreaterThan(500);
  expect([...new Set(bold)].filter((one) => !stands(one.slice(one.indexOf(': ') + 2), screen))).toEqual([]);
});

test('no page is longer than 400 words', () => {
  const wordsIn = ({ sections }: HelpBookPage) =>
    sections.flatMap(({ heading, lines }) => [heading, ...lines].join(' ').split(/\s+/)).length;
  const long = pages.filter(({ page }) => wordsIn(page) > 400).map(({ brand, page }) => `${brand}: ${page.slug}`);
  expect(long).toEqual([]);
});

/** Pages for testers or administrators, and self-explanatory pages. */
const WITHOUT_HELP = ['_app', '_base', '_kit', '_resource', '_running', 'demo', 'guards', 'machines', 'public-pages'];

test('every feature that has views has a page', () => {
  const covered = new Set(files.flatMap(({ covers }) => covers));
  const folders = readdirSync('src/views').filter((name) => !WITHOUT_HELP.includes(name));
  expect(folders.filter((name) => !covered.has(name))).toEqual([]);
  expect([...covered].filter((name) => !folders.includes(name))).toEqual([]);
});

test('related pages are pages, and none is its own', () => {
  const slugs = files.map(({ slug }) => slug);
  const wrong = (file: HelpFile) => file.related.filter((slug) => slug === file.slug || !slugs.includes(slug));
  expect(files.filter((file) => wrong(file).length > 0).map((file) => [file.slug, wrong(file)])).toEqual([]);
});

test('the contents have one order, and chapters are contiguous', () => {
  const orders = files.map(({ order }) => order);
  expect(orders).toEqual([...new Set(orders)].toSorted((a, b) => a - b));
  const chapters = files.map(({ chapter }) => chapter);
  expect(chapters.filter((chapter, at) => chapter !== chapters[at - 1])).toEqual([...new Set(chapters)]);
});

test('a page without its feature is not there, and nothing leads to it', () => {
  const off = { ...brands.bellwether, features: { ...brands.bellwether.features, imports: 'off' as const } };
  const book = bindBook(files, off);
  expect(book.map(({ slug }) => slug)).not.toContain('imports');
  expect(book.flatMap(spansIn).filter(({ href }) => href?.startsWith('/help/imports'))).toEqual([]);
});

test('a brand reads its own words', () => {
  const page = bindBook(files, brands.talentpath).find(({ slug }) => slug === 'contact-list');
  expect(page?.sections[0]?.lines[1]).toBe(
    'Contacts shows your candidates. The line at the top says in words what the list shows and how many there are.',
  );
});

test('each page leads MAX to a page of the app', () => {
  const links = files.map(({ slug, body }) => ({
    slug,
    opens: [...body.matchAll(/\]\((\/[^)]*)\)/g)].some(([, href]) => isAppPath(href ?? '')),
  }));
  expect(links.filter(({ opens }) => !opens).map(({ slug }) => slug)).toEqual([]);
});
