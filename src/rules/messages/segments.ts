/** The GSM 7-bit alphabet, and what takes an escape before it. Source: 3GPP TS 23.038, 6.2.1. */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENDED = '\f^{}\\[~]|€';

const UNITS: ReadonlyMap<string, number> = new Map([
  ...Array.from(BASIC, (char) => [char, 1] as const),
  ...Array.from(EXTENDED, (char) => [char, 2] as const),
]);

/** Units of a text on its own, and of each part of a longer one, whose header takes the rest. */
const LIMITS = { gsm7: { alone: 160, part: 153 }, ucs2: { alone: 70, part: 67 } } as const;

/** Characters that carriers see as plain ones, offered instead of the whole text in UCS-2. */
const PLAIN: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '\u00A0': ' ',
  '\u202F': ' ',
  '•': '*',
  '´': "'",
  '`': "'",
};

export interface Segments {
  readonly encoding: keyof typeof LIMITS;
  /** Of the whole text; an extended character has two. */
  readonly units: number;
  /** What the carrier bills; 0 for an empty text. */
  readonly segments: number;
  /** Units that the last segment still takes. */
  readonly left: number;
  /** Characters outside of the 7-bit alphabet, each once, in their order. Empty with `gsm7`. */
  readonly special: readonly string[];
}

/** How many segments a text takes: neither an escape pair nor a surrogate pair is split over two of them. */
export function countSegments(text: string): Segments {
  const chars = Array.from(text);
  const special = [...new Set(chars.filter((char) => !UNITS.has(char)))];
  const encoding = special.length === 0 ? 'gsm7' : 'ucs2';
  const costs = chars.map((char) => (encoding === 'gsm7' ? (UNITS.get(char) ?? 1) : char.length));
  const units = costs.reduce((sum, cost) => sum + cost, 0);
  const { alone, part } = LIMITS[encoding];
  if (units <= alone) return { encoding, units, segments: units === 0 ? 0 : 1, left: alone - units, special };
  let [segments, used] = [1, 0];
  for (const cost of costs) {
    if (used + cost > part) [segments, used] = [segments + 1, 0];
    used += cost;
  }
  return { encoding, units, segments, left: part - used, special };
}

/** The text with plain quotes, dashes and spaces, so that it needs fewer segments. */
export const withPlainMarks = (text: string): string => Array.from(text, (char) => PLAIN[char] ?? char).join('');
