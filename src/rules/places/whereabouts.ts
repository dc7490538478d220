import { codesOfCity } from './area-codes.ts';
import { ALL_ZONES, placeOfNumber, placeOfState, type Place, zonesOf } from './us-places.ts';
import { placeOfZip } from './zip-codes.ts';

/** Facts about where a person lives, in any common form. */
export interface PlaceFacts {
  readonly state: string;
  readonly city: string;
  readonly zip_code: string;
  /** E.164; `null`: none. */
  readonly phone: string | null;
}

/** Source of a location, the most reliable one first. */
export const PLACE_SOURCES = ['address', 'zip', 'number'] as const;
export type PlaceSource = (typeof PLACE_SOURCES)[number];

/** A person whose address is unknown. */
export const NO_ADDRESS = { state: '', city: '', zip_code: '' } as const;

export interface Whereabout extends Place {
  readonly by: PlaceSource;
}

/**
 * Zones of states with several, by the first three digits of ZIP codes: first the zones of all others. Prefixes on a
 * border have both. Source: USPS, labels of sectional centers; tz database; 49 CFR 71.
 */
const ZIP_ZONES = `
AK K 995KU
AZ A 860AM 865AM
FL E 324EC 325C
ID B 835BP 838P
IN I 463CI 464C 465IC 475IC 476C 477C 479IC
KS C 677CM 678CM
KY E 401EC 420C 421C 422C 423C 424C 426EC 427EC
MI D 498DC 499DC
ND C 585CM 586CM 588CM
NE C 690CM 691CM 692CM 693M
OR P 979PB
SD C 575CM 576CM 577M
TN C 373EC 374E 376E 377EC 378EC 379E 385EC
TX C 798CM 799M 885M`;

const OF_PREFIX = new Map<string, string>();
const OF_OTHERS = new Map<string, string>();
for (const line of ZIP_ZONES.trim().split('\n')) {
  const [state = '', others = '', ...prefixes] = line.split(' ');
  OF_OTHERS.set(state, others);
  for (const prefix of prefixes) OF_PREFIX.set(prefix.slice(0, 3), prefix.slice(3));
}

/** Territories by the first digits of their ZIP codes, the longest first. Source: USPS Publication 65. */
const TERRITORY_ZIPS = [
  ['96799', 'AS'],
  ['9695', 'MP'],
  // 96939 to 96944, 96960 and 96970 are island states farther east.
  ['9691', 'GU'],
  ['9692', 'GU'],
  ['96931', 'GU'],
  ['96932', 'GU'],
  ['006', 'PR'],
  ['007', 'PR'],
  ['009', 'PR'],
  ['008', 'VI'],
] as const;

/** Two letters; `null`: no ZIP code of a state or territory. */
function stateOfZip(zip: string): string | null {
  if (!/^\d{5}(-?\d{4})?$/.test(zip)) return null;
  const territory = TERRITORY_ZIPS.find(([start]) => zip.startsWith(start));
  return territory?.[1] ?? placeOfZip(zip)?.state ?? null;
}

function placeByZip(written: string): Place | null {
  const zip = written.trim();
  const state = stateOfZip(zip);
  const place = state === null ? null : placeOfState(state);
  if (place === null) return null;
  const letters = OF_PREFIX.get(zip.slice(0, 3)) ?? OF_OTHERS.get(place.state);
  return letters === undefined ? place : { ...place, zones: zonesOf(letters) };
}

/** The zones of a state, narrowed by its main cities. */
function placeByAddress({ state, city }: PlaceFacts): Place | null {
  const place = placeOfState(state);
  if (place === null) return null;
  const near = codesOfCity(city, place.state).flatMap((code) => placeOfNumber(`+1${code}`)?.zones ?? []);
  return { ...place, zones: common(place.zones, near) ?? place.zones };
}

function common(one: readonly string[], other: readonly string[]): string[] | null {
  const both = one.filter((zone) => other.includes(zone));
  return both.length === 0 ? null : both;
}

/** Possible locations of a person: one a state, by the most reliable source that names it. Empty: unknown. */
export function placesOf(facts: PlaceFacts): Whereabout[] {
  const found = { address: placeByAddress(facts), zip: placeByZip(facts.zip_code), number: placeOfNumber(facts.phone) };
  const places: Whereabout[] = [];
  for (const by of PLACE_SOURCES) {
    const place = found[by];
    if (place === null) continue;
    const at = places.findIndex(({ state }) => state === place.state);
    const known = places[at];
    if (known === undefined) places.push({ ...place, by });
    // Where sources for one state disagree, all zones count.
    else places[at] = { ...known, zones: common(known.zones, place.zones) ?? [...known.zones, ...place.zones] };
  }
  return places;
}

/** States and IANA zones of all possible locations; every zone of the US if none is known. */
export function whereabouts(facts: PlaceFacts): { states: string[]; zones: string[] } {
  const places = placesOf(facts);
  const zones = [...new Set(places.flatMap((place) => place.zones))];
  return { states: places.map(({ state }) => state), zones: zones.length > 0 ? zones : [...ALL_ZONES] };
}

/** First digits of ZIP codes of these states, for a search; they may have codes of neighbors, too. */
export function zipPrefixesOf(states: readonly string[]): string[] {
  const prefixes = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0'));
  return prefixes.filter((prefix) =>
    [`${prefix}00`, `${prefix}10`, `${prefix}50`, `${prefix}99`].some((zip) => states.includes(stateOfZip(zip) ?? '')),
  );
}
