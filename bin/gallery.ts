// Shows every component, e-mail and page in each brand side by side, in light and dark: `npm run gallery`, or with a part of
// the names of pages, `npm run gallery -- contact`. Writes .cache/gallery/index.html. Needs a built app (`npm run build`).
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { brands, type BrandKey } from '../src/brands/brand.ts';
import { openBrowser, SOUND_FLAGS } from '../tests/_e2e/browser.ts';
import type { Place } from '../tests/_e2e/place.ts';
import { PLACES } from '../tests/_e2e/places.ts';
import { startApp } from '../tests/_e2e/running-app.ts';
import { Visitors, WIDE } from '../tests/_e2e/visitors.ts';
import { sampleMails } from '../tests/_kit/sample-mails.ts';
import { gallerySheet, type Row, type Section, type Seen } from './gallery-sheet.ts';

const OUT = join(import.meta.dirname, '../.cache/gallery');
const KIT = '/_kit';
const LOOKS = ['default', 'dark'] as const;
const KEYS = Object.keys(brands) as BrandKey[];

/** Milliseconds until a page is taken not to be there: brands leave pages out. Ours. */
const PATIENCE_MS = 15_000;

/** The first place of each page: the others are its dialogs and states. */
function pagesNamed(part: string): readonly (readonly [name: string, place: Place])[] {
  const seen = new Set<string>();
  return Object.entries(PLACES).filter(([name, { route, floats }]) => {
    if (route === KIT || route === null || floats.length > 0 || seen.has(route)) return false;
    seen.add(route);
    return name.includes(part) || route.includes(part);
  });
}

type Taken = Readonly<Record<(typeof LOOKS)[number], Seen>>;

async function take(page: Page, file: string, note: string | undefined): Promise<Taken> {
  const taken: Partial<Record<(typeof LOOKS)[number], Seen>> = {};
  for (const look of LOOKS) {
    await page.evaluate((background) => {
      document.documentElement.dataset['bg'] = background;
    }, look);
    await page.evaluate(() => document.fonts.ready);
    const picture = `${file}-${look}.jpg`;
    await page.screenshot({ path: join(OUT, picture), type: 'jpeg', quality: 70, animations: 'disabled' });
    taken[look] = note === undefined ? { picture } : { picture, note };
  }
  return taken as Taken;
}

/** Goes to a place and takes it, or what is there instead. */
async function lookAt(visitors: Visitors, name: string, place: Place, file: string): Promise<Taken> {
  let taken: Taken | undefined;
  await visitors.visit(place.who, async (page) => {
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewportSize(WIDE);
    const note = await place.go(page, visitors).then(
      () => undefined,
      () => 'Not reached in this brand',
    );
    if (place.route === KIT && place.floats.length === 0) {
      const height = await page.evaluate(() => document.querySelector('.scroll')?.scrollHeight ?? 0);
      await page.setViewportSize({ width: WIDE.width, height: Math.max(WIDE.height, height) });
    }
    taken = await take(page, file, note);
  });
  if (taken === undefined) throw new Error(`${name} was not taken`);
  return taken;
}

const rowsOf = (name: string, taken: readonly Taken[]): readonly Row[] =>
  LOOKS.map((look) => ({ name: look === 'dark' ? `${name}, dark` : name, seen: taken.map((one) => one[look]) }));

async function picturesOf(key: BrandKey, places: readonly (readonly [string, Place])[]): Promise<readonly Taken[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bw-gallery-'));
  const app = await startApp({ dataDir: join(folder, 'data'), port: 0, extra: { BRAND: key, LOG_LEVEL: 'warn' } });
  const browser = await openBrowser(SOUND_FLAGS);
  try {
    const visitors = new Visitors(browser, app.url);
    const taken: Taken[] = [];
    for (const [at, [name, place]] of places.entries()) {
      console.log(`${key}: ${name} (${at + 1} of ${places.length})`);
      taken.push(await lookAt(visitors, name, place, `${key}-${at}`));
    }
    return taken;
  } finally {
    await browser.close();
    await app.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function mailSection(): Promise<Section> {
  const byBrand = await Promise.all(KEYS.map(sampleMails));
  const rows = (byBrand[0] ?? []).map(({ name }, at) => ({
    name,
    seen: byBrand.flatMap((mails): Seen[] => (mails[at] === undefined ? [] : [{ mail: mails[at].mail }])),
  }));
  return { title: 'E-mails', rows };
}

rmSync(OUT, { recursive: true, force: true });
mkdirSync(OUT, { recursive: true });
// The page of the kit, and what floats above it.
const kit = Object.entries<Place>(PLACES).filter(([, { route }]) => route === KIT);
const places = [...kit, ...pagesNamed(process.argv[2] ?? '')];
const taken: (readonly Taken[])[] = [];
for (const key of KEYS) taken.push(await picturesOf(key, places));
const rows = places.map(([name], at) =>
  rowsOf(
    name,
    taken.flatMap((one) => one[at] ?? []),
  ),
);
const sections = [
  { title: 'Components', rows: rows.slice(0, kit.length).flat() },
  await mailSection(),
  { title: 'Pages', rows: rows.slice(kit.length).flat() },
];
const file = join(OUT, 'index.html');
writeFileSync(
  file,
  gallerySheet(
    Object.values(brands).map(({ name }) => name),
    sections,
  ),
);
console.log(file);
