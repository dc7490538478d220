import type { HelpFound, HelpPage } from '#contract/help.contract.ts';
import { gateOf } from '#rules/access/features.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { factsOf } from '../flags/flags.service.ts';
import { entryOf, type HelpBook, type HelpBookPage, helpBookOf } from './help-book.ts';
import { helpIndex, type HelpIndex, type HelpSearch, type SectionFound } from './help-index.ts';
import { excerptOf } from './help-quote.ts';

/** Pages that a search shows at most. Ours. */
const FOUND_MAX = 10;

const indexes = new WeakMap<HelpBook, HelpIndex>();

/** Sections that answer, the best of each page. */
export function findHelp(brand: string, search: HelpSearch): SectionFound[] {
  const book = helpBookOf(brand);
  const known = indexes.get(book) ?? helpIndex(book);
  indexes.set(book, known);
  return known(search);
}

/** Every section of the brand's help, in the order of the contents. */
export const helpSections = (brand: string): Pick<SectionFound, 'page' | 'section'>[] =>
  helpBookOf(brand).flatMap((page) => page.sections.map((section) => ({ page, section })));

/** `null`: the brand has no such page. */
export const helpPageOf = (brand: string, slug: string): HelpBookPage | null =>
  helpBookOf(brand).find((page) => page.slug === slug) ?? null;

export function listHelp({ config }: Pick<Deps, 'config'>, q: string): HelpFound[] {
  if (q.trim() === '')
    return helpBookOf(config.brand).map((page) => ({ ...entryOf(page), heading: '', anchor: '', excerpt: '' }));
  return findHelp(config.brand, { q })
    .slice(0, FOUND_MAX)
    .map(({ page, section }) => ({
      ...entryOf(page),
      heading: section.heading,
      anchor: section.anchor,
      excerpt: excerptOf(section, q),
    }));
}

/** @throws {Refusal} `not_found` when there is no such page. */
export async function readHelp(
  deps: Pick<Deps, 'config' | 'pool'>,
  identity: Identity,
  slug: string,
): Promise<HelpPage> {
  const book = helpBookOf(deps.config.brand);
  const at = book.findIndex((page) => page.slug === slug);
  const page = book[at];
  if (page === undefined) throw new Refusal('not_found', 'Help page not found.');
  const [previous, next] = [book[at - 1], book[at + 1]];
  return {
    ...entryOf(page),
    blocks: [...page.blocks],
    related: page.related.flatMap((other) => book.filter((one) => one.slug === other).map(entryOf)),
    previous: previous ? entryOf(previous) : null,
    next: next ? entryOf(next) : null,
    closed: await whyClosed(deps, identity, page),
  };
}

/** Reason why the subject of a page is unavailable to the user; empty: available. */
async function whyClosed(
  deps: Pick<Deps, 'config' | 'pool'>,
  identity: Identity,
  { feature }: HelpBookPage,
): Promise<string> {
  if (feature === null) return '';
  const gate = gateOf(feature, await withAccount(deps.pool, identity, (tx) => factsOf(deps, tx, identity.userId)));
  return gate.allowed ? '' : gate.reason;
}
