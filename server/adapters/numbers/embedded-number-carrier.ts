import { createHash } from 'node:crypto';
import { CAPABILITIES, type Capability, type NumberOffer } from '#contract/numbers.contract.ts';
import { placeOfCaller } from '#rules/places/area-codes.ts';
import { type NumberCarrier, NumberGone } from './number-carrier.ts';

/** Numbers of an area code. Ours: more than a search shows, since bought ones drop out. */
const OFFERS = 60;

const hashOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0);

/** A tenth has no pictures, and another one only calls. */
const capabilitiesOf = (number: string): readonly Capability[] =>
  CAPABILITIES.slice(0, [1, 2][hashOf(`can ${number}`) % 10] ?? CAPABILITIES.length);

const numberAt = (areaCode: string, index: number): string =>
  `+1${areaCode}555${1_000 + (hashOf(`${areaCode} ${index}`) % 9_000)}`;

function offersOf(areaCode: string): readonly NumberOffer[] {
  const numbers = new Set(Array.from({ length: OFFERS }, (_, index) => numberAt(areaCode, index)));
  return [...numbers].toSorted().flatMap((number) => {
    const { city, state } = placeOfCaller(number);
    if (state === '') return [];
    return [{ phone_number: number, locality: city, region: state, capabilities: [...capabilitiesOf(number)] }];
  });
}

const offerOf = (number: string): NumberOffer | null =>
  offersOf(number.slice(2, 5)).find(({ phone_number: offered }) => offered === number) ?? null;

/**
 * Sells fictional 555 numbers without a network: the same ones at any time. Their last four digits begin at 1000, above
 * those of the demo world. It keeps nothing, so the app knows which are taken.
 */
export const embeddedNumberCarrier = ({ open }: { readonly open: boolean }): NumberCarrier => ({
  name: 'embedded',
  isOpen: open,
  search: async (areaCode, capabilities) =>
    offersOf(areaCode).filter((offer) => capabilities.every((one) => offer.capabilities.includes(one))),
  offerOf: async (number) => offerOf(number),
  buy: async (number, reference) => {
    if (offerOf(number) === null) throw new NumberGone(`${number} isn't for sale.`);
    return { sid: `PN${createHash('sha256').update(reference).digest('hex').slice(0, 32)}` };
  },
  release: async () => undefined,
});
