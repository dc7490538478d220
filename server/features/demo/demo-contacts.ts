import type { SeededRandom } from './seeded-random.ts';
import { FIRST_NAMES, LAST_NAMES, NOTES, PLACES, SOURCES, STREETS } from './demo-names.ts';

export interface DemoContact {
  readonly first_name: string;
  readonly last_name: string;
  readonly phone: string | null;
  readonly email: string | null;
  readonly address: string;
  readonly city: string;
  readonly state: string;
  readonly zip_code: string;
  /** `YYYY-MM-DD`. */
  readonly dob: string | null;
  readonly gender: string;
  readonly language: string;
  readonly type: 'lead' | 'client' | 'recruit';
  readonly category: string;
  readonly source: string;
  /** Names of tags. */
  readonly tags: readonly string[];
  readonly notes: readonly string[];
}

const MALE = new Set([
  'Ramón',
  'Earl',
  'Winston',
  'Clarence',
  'Tomás',
  'Thaddeus',
  'Roy',
  'Emeka',
  'Dale',
  'Chidi',
  'Hector',
  'Otis',
  'Everett',
  'Anselmo',
  'Norbert',
  'Harold',
  'Vernon',
  'Leopold',
  'Wilbur',
  'Raymond',
  'Chester',
  'Franklin',
  'Stanley',
  'Abraham',
  'Curtis',
  'Leroy',
  'Jesús',
]);

const pad = (value: number) => String(value).padStart(2, '0');
const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]/g, '')
    .toLowerCase();

/** A day of birth; one in eight turns 65 within the year after `today`. */
function bornFor(random: SeededRandom, today: Date): string {
  const month = 1 + random.below(12);
  const day = 1 + random.below(28);
  const turning = random.chance(0.125);
  const year = turning
    ? today.getUTCFullYear() - 65 + (month <= today.getUTCMonth() + 1 ? 1 : 0)
    : today.getUTCFullYear() - 58 - random.below(32);
  return `${year}-${pad(month)}-${pad(day)}`;
}

const turnsSoon = (dob: string, today: Date) => {
  const turn = Date.UTC(Number(dob.slice(0, 4)) + 65, Number(dob.slice(5, 7)) - 1, Number(dob.slice(8)));
  return turn >= today.getTime() && turn - today.getTime() < 366 * 86_400_000;
};

/** One household: one or two people who share a name, an address and often a landline. */
export function demoHousehold(random: SeededRandom, today: Date): DemoContact[] {
  const [city, state, zip, area] = random.pick(PLACES);
  const last = random.pick(LAST_NAMES);
  const spanish = /[áéíóúñ]|Garza|Sandoval|Zapata|Lozano|Ruiz|Castillo|Escobar|Ibarra/.test(last) && random.chance(0.5);
  const line = () => `+1${area}5550${100 + random.below(100)}`;
  const landline = line();
  const members = random.chance(0.35) ? 2 : 1;
  const address = `${100 + random.below(8900)} ${random.pick(STREETS)}`;
  const zipCode = `${zip}${pad(random.below(100))}`;

  return Array.from({ length: members }, () => {
    const first = random.pick(FIRST_NAMES);
    const dob = random.chance(0.9) ? bornFor(random, today) : null;
    const tags = [
      random.chance(0.08) ? 'hot' : null,
      dob && turnsSoon(dob, today) ? 'turning 65' : null,
      random.chance(0.15) ? 'aep-2026' : null,
      random.chance(0.1) ? 'referral' : null,
      spanish ? 'spanish' : null,
      random.chance(0.03) ? 'do not call' : null,
      random.chance(0.04) ? 'consent expired' : null,
    ].filter((tag) => tag !== null);
    return {
      first_name: first,
      last_name: last,
      phone: random.chance(0.93) ? (members === 2 && random.chance(0.7) ? landline : line()) : null,
      email: random.chance(0.6) ? `${ascii(first)}.${ascii(last)}${random.below(90)}@example.com` : null,
      address,
      city,
      state,
      zip_code: zipCode,
      dob,
      gender: MALE.has(first) ? 'male' : 'female',
      language: spanish ? 'spanish' : 'english',
      type: random.chance(0.3) ? 'client' : 'lead',
      category: random.chance(0.5) ? 'Medicare' : random.pick(['Final expense', 'Life', 'Dental']),
      source: random.pick(SOURCES),
      tags,
      notes: random.chance(0.25) ? [random.pick(NOTES)] : [],
    };
  });
}
