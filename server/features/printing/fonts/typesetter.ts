import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { charactersOf, type Manner, mannerOf, type Run, runsOf } from './font-runs.ts';
import { codesOf, otherFonts, type Wanted } from './other-fonts.ts';

const { resolve } = createRequire(import.meta.url);
const read = (name: string): Buffer => readFileSync(resolve(`@expo-google-fonts/inter/${name}.ttf`));

/** Inter, whose Latin, Greek and Cyrillic are embedded as far as they are used. Read once. */
let fonts: { readonly plain: Buffer; readonly strong: Buffer } | null = null;
const interOf = () =>
  (fonts ??= { plain: read('400Regular/Inter_400Regular'), strong: read('600SemiBold/Inter_600SemiBold') });

const WEIGHTS = ['plain', 'strong'] as const;
export type Weight = (typeof WEIGHTS)[number];

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Measures and writes texts of any script on a PDF. */
export interface Typesetter {
  /** Loads what these texts need beyond Inter; must come before they are measured or written. */
  readonly load: (texts: Iterable<string>) => Promise<void>;
  readonly widthOf: (text: string, size: number, weight?: Weight) => number;
  /** One line; `y` is where its highest signs begin. The manner is that of its paragraph. */
  readonly write: (text: string, at: Place, size: number, weight?: Weight, manner?: Manner) => void;
  /** The first character that no loaded font has. */
  readonly missingIn: (text: string) => string | null;
}

/** The private font object of pdfkit. */
interface Signs {
  readonly hasGlyphForCodePoint: (code: number) => boolean;
  layout: (text: string, features?: object, script?: string, language?: string, direction?: 'ltr' | 'rtl') => unknown;
}

interface Face {
  readonly ascender: number;
  readonly has: (code: number) => boolean;
  readonly select: () => void;
}

/** Direction of a run, as the alternates of a font that pdfkit can ask for. */
const RTL = 'rtla';
const featuresOf = (isRtl: boolean): PDFKit.Mixins.OpenTypeFeatures[] => [isRtl ? RTL : 'ltra'];

/**
 * Opens a font. Signs stay as they are written: by itself Inter makes a multiplication sign of the x in "12x4", and
 * fontkit guesses the direction, which is wrong for numbers.
 */
function openFace(doc: PDFKit.PDFDocument, name: string, bytes: Buffer): Face {
  doc.registerFont(name, bytes).font(name);
  const { font, ascender } = (doc as unknown as { readonly _font: { readonly font: Signs; ascender: number } })._font;
  const layout = font.layout.bind(font);
  font.layout = (text, features) =>
    layout(
      text,
      { calt: false },
      undefined,
      undefined,
      Array.isArray(features) && features.includes(RTL) ? 'rtl' : 'ltr',
    );
  return { ascender, has: (code) => font.hasGlyphForCodePoint(code), select: () => void doc.font(name) };
}

type Faces = Readonly<Record<Weight, Face>>;

function openFaces(doc: PDFKit.PDFDocument, name: string, bytes: Readonly<Record<Weight, Buffer>>): Faces {
  return { plain: openFace(doc, `${name} plain`, bytes.plain), strong: openFace(doc, `${name} strong`, bytes.strong) };
}

export function typesetterOn(doc: PDFKit.PDFDocument): Typesetter {
  const inter = openFaces(doc, 'inter', interOf());
  let opened = 0;
  const others = otherFonts((bytes) => {
    const font = openFaces(doc, `other ${(opened += 1)}`, bytes);
    return { font, has: font.plain.has };
  });
  const isInInter = knownTo(inter.plain);
  const lackingIn = (text: string): string[] => Array.from(text).filter((sign) => !isInInter(sign));
  /** What Inter lacks, of the texts so far: a print without them takes no detour. */
  const foreign = new Set<string>();
  const isForeign = (text: string): boolean => {
    if (foreign.size > 0) for (const sign of text) if (foreign.has(sign)) return true;
    return false;
  };
  const facesOf = (wanted: Wanted): Faces | null => (isForeign(wanted.character) ? others.fontOf(wanted) : inter);
  const runsIn = (text: string, { isRtl, han }: Manner) =>
    runsOf(text, isRtl, (character) => facesOf({ character, han }) ?? inter);
  const set = (faces: Faces, size: number, weight: Weight) => {
    faces[weight].select();
    return doc.fontSize(size);
  };
  const widthOfRun = ({ text, font, isRtl }: Run<Faces>, size: number, weight: Weight) =>
    set(font, size, weight).widthOfString(text, { features: featuresOf(isRtl) });

  return {
    load: async (texts) => {
      const wanted: Wanted[] = [];
      for (const text of texts) {
        const composed = text.normalize('NFC');
        const lacking = lackingIn(composed);
        if (lacking.length === 0) continue;
        for (const sign of lacking) foreign.add(sign);
        for (const paragraph of composed.split('\n')) {
          const { han } = mannerOf(paragraph);
          for (const character of charactersOf(paragraph)) if (isForeign(character)) wanted.push({ character, han });
        }
      }
      await others.load(wanted);
    },
    widthOf: (text, size, weight = 'plain') =>
      isForeign(text)
        ? runsIn(text, mannerOf(text)).reduce((width, run) => width + widthOfRun(run, size, weight), 0)
        : set(inter, size, weight).widthOfString(text),
    write: (text, { x, y }, size, weight = 'plain', manner) => {
      if (!isForeign(text) && manner?.isRtl !== true) {
        set(inter, size, weight).text(text, x, y, { lineBreak: false });
        return;
      }
      const base = y + (inter[weight].ascender * size) / 1000;
      let at = x;
      for (const run of runsIn(text, manner ?? mannerOf(text))) {
        const features = featuresOf(run.isRtl);
        set(run.font, size, weight).text(run.text, at, base, { lineBreak: false, baseline: 'alphabetic', features });
        at += widthOfRun(run, size, weight);
      }
    },
    missingIn: (text) => {
      if (lackingIn(text).length === 0) return null;
      const lacks = (character: string) =>
        lackingIn(character).length > 0 && others.fontOf({ character, han: 'sc' }) === null;
      return charactersOf(text).find(lacks) ?? null;
    },
  };
}

/** True for a sign that a font has or needs none for; looked up once. */
function knownTo({ has }: Face): (sign: string) => boolean {
  const known = new Map([['\n', true]]);
  return (sign) => {
    const before = known.get(sign);
    if (before !== undefined) return before;
    const isKnown = codesOf(sign).every(has);
    known.set(sign, isKnown);
    return isKnown;
  };
}
