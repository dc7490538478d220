import { cityNamed } from './us-cities.ts';
import { isHeard, type Text } from '../reading.ts';
import { keyOf } from '../answer/said-words.ts';

/** Insurers that agents name, with the other spellings of one. Source: our choice. */
const KNOWN: readonly (readonly string[])[] = (
  'Aetna|Humana|Cigna|UnitedHealthcare=UHC=United Healthcare=United Health Care=United Health|Wellcare|Aflac|Transamerica|Anthem|AARP|' +
  'Devoted|Foresters|Americo|Lumico|Mutual of Omaha=MOO|United of Omaha|Kansas City Life|New York Life|Ohio National|Minnesota Life|' +
  'Pacific Life|Washington National|Philadelphia American|Oxford Life|Texas Life|Boston Mutual|American General|American National|' +
  'American Amicable|Liberty Bankers|Liberty National|Colonial Penn|Penn Mutual|State Farm|State Mutual|Globe Life|United American|' +
  'United Home Life|Blue Cross=BCBS=Blue Cross Blue Shield=Blue Shield|Bankers Fidelity|Bankers Life|Gerber Life|Royal Neighbors|' +
  'Manhattan Life|Columbus Life|Nassau Life|Savannah Life|Guarantee Trust|Sons of Norway'
)
  .split('|')
  .map((names) => names.split('='));

interface Way {
  readonly way: readonly string[];
  readonly names: readonly string[];
}

const KNOWN_WAYS: readonly Way[] = KNOWN.flatMap((names) =>
  names.map((name) => ({ way: name.toLowerCase().split(' '), names })),
).toSorted((a, b) => b.way.length - a.way.length);

/** Words of a single one that are nothing else. */
export const CARRIER_WORDS: readonly string[] = KNOWN_WAYS.flatMap(({ way }) => (way.length === 1 ? way : []));

interface Carrier {
  /** Any of them. */
  readonly names: readonly string[];
  readonly to: number;
  /** True when its words are known as something else, too. */
  readonly isOther: boolean;
}

/** The carrier here, by the agency's own spelling if it has policies of it. */
export function carrierAt(text: Text, at: number): Carrier | null {
  const { carriers } = text.vocabulary;
  const own = carriers.find(({ way }) => isHeard(text, way, at));
  const known = KNOWN_WAYS.find(({ way }) => isHeard(text, way, at));
  if (own !== undefined && own.way.length >= (known?.way.length ?? 0)) {
    const to = at + own.way.length;
    const said = own.way.join(' ');
    const isOther =
      known === undefined && (cityNamed(said) !== undefined || own.way.every((word) => text.isKnown(word)));
    return { names: [own.name], to, isOther: isOther || isChoice(text, own.way) };
  }
  if (known === undefined) return null;
  const keys = new Set(known.names.map((name) => keyOf(name.toLowerCase().split(' '))));
  const stored = carriers.filter(({ way }) => keys.has(keyOf(way))).map(({ name }) => name);
  const [first = '', ...others] = known.names;
  const names = stored.length > 0 ? stored : [first, ...others.slice(0, 3)];
  return { names, to: at + known.way.length, isOther: isChoice(text, known.way) };
}

const isChoice = ({ vocabulary }: Text, way: readonly string[]): boolean => vocabulary.byKey.has(keyOf(way));
