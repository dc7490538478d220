import { describe, expect, test } from 'vitest';
import { letterDrawer, linesOf } from '../../server/features/printing/draw-letters.ts';
import { wrap } from '../../server/features/printing/fit-lines.ts';
import { charactersOf, inThaiOrder, runsOf } from '../../server/features/printing/fonts/font-runs.ts';
import { bytesOf, openPaper, type Paper } from '../../server/features/printing/paper.ts';
import { readPdf } from './read-pdf.ts';

const open = () => openPaper({ title: 'Labels', author: 'Ann', at: new Date(0) });

async function printed(paper: Paper, draw: () => void) {
  const parts: Buffer[] = [];
  async function* drawn() {
    await Promise.resolve();
    draw();
    yield;
  }
  for await (const part of bytesOf(paper, drawn())) parts.push(part);
  return { bytes: parts, pages: await readPdf(Buffer.concat(parts), true) };
}

const fontNamesOf = ([page]: Awaited<ReturnType<typeof readPdf>>) =>
  page?.fonts.map(({ name, embedded }) => `${name.replace(/^[A-Z]{6}\+/, '').replace(/Thin|-.*/g, '')} ${embedded}`);

describe('a text of another script', () => {
  const SCRIPTS = [
    ['simplified Chinese', '与', 'NotoSansSC'],
    ['traditional Chinese', '陳龍', 'NotoSansSC'],
    ['Japanese', '山田たろう', 'NotoSansJP'],
    ['Korean', '김철수', 'NotoSansKR'],
    ['Arabic', 'السلام', 'NotoSansArabic'],
    ['Hebrew', 'שָׁלוֹם', 'NotoSansHebrew'],
    ['Hindi', 'श्रीमती', 'NotoSansDevanagari'],
    ['Thai', 'สมชาย', 'NotoSansThai'],
    ['emoji', '😀', 'NotoEmoji'],
    ['an emoji of several', '👩‍💻', 'NotoEmoji'],
    ['an emoji with a skin tone', '👍🏽', 'NotoEmoji'],
    ['a keycap', '1️⃣', 'NotoEmoji'],
  ] as const;

  /** Texts as they are read, where their signs are put together: by their beginning. */
  const READ: ReadonlyMap<string, string> = new Map([
    ['السلام', 'الس'],
    ['שָׁלוֹם', 'ם'],
    ['श्रीमती', 'मती'],
    ['👩‍💻', ''],
    ['👍🏽', ''],
    ['1️⃣', ''],
  ]);

  test.each(SCRIPTS)('%s is written in a font of its own in the file', async (_, text, font) => {
    const paper = open();
    await paper.load([text]);
    expect(paper.missingIn(`Maria ${text}`)).toBeNull();
    const { pages, bytes } = await printed(paper, () => {
      paper.addSheet();
      paper.write(text, { x: 72, y: 72 }, 11);
    });
    const names = fontNamesOf(pages) ?? [];
    expect(new Set(names)).toEqual(new Set([`${font} true`]));
    expect((pages[0]?.texts ?? []).map((one) => one.text).join('')).toContain(READ.get(text) ?? text);
    expect(Buffer.concat(bytes).length).toBeLessThan(40_000);
  });

  test('Latin text next to it stays in Inter, on the same line', async () => {
    const paper = open();
    await paper.load(['Ann 王']);
    const { pages } = await printed(paper, () => {
      paper.addSheet();
      paper.write('Ann 王', { x: 72, y: 72 }, 11);
    });
    expect(fontNamesOf(pages)).toEqual(['Inter true', 'NotoSansSC true']);
    expect(new Set(pages[0]?.texts.map(({ y }) => Math.round(y))).size).toBe(1);
  });

  test('Hebrew is written from the right', async () => {
    const paper = open();
    await paper.load(['שלום']);
    const { pages } = await printed(paper, () => {
      paper.addSheet();
      paper.write('שלום', { x: 72, y: 72 }, 11);
    });
    expect(pages[0]?.texts.map(({ text }) => text)).toEqual(['שלום']);
  });

  test('Arabic letters join', async () => {
    const paper = open();
    const word = 'السلام';
    await paper.load([word]);
    const alone = Array.from(word).reduce((width, letter) => width + paper.widthOf(letter, 10), 0);
    expect(paper.widthOf(word, 10)).toBeLessThan(alone * 0.9);
  });

  test('what no font has is named, also when it is not loaded', async () => {
    const paper = open();
    expect(paper.missingIn('Maria Garza')).toBeNull();
    expect(paper.missingIn('Maria 王')).toBe('王');
    await paper.load(['Maria 王 𓀀\nx̱𓀀']);
    expect(paper.missingIn('Maria 王')).toBeNull();
    expect(paper.missingIn('王 𓀀')).toBe('𓀀');
    // In the ranges of Noto Arabic, and not in its file.
    await paper.load(['\u0897']);
    expect(paper.missingIn('\u0897')).toBe('\u0897');
  });

  test('what is never shown needs no font', async () => {
    const paper = open();
    await paper.load(['王\uFE00 Ann\u034FLee']);
    expect(paper.missingIn('王\uFE00 Ann\u034FLee')).toBeNull();
  });
});

describe('a line of both directions', () => {
  const fontOf = (character: string) => (/[\p{L}\p{M}]/u.test(character) ? character.codePointAt(0)! > 0x500 : false);
  const shown = (line: string, isRtl: boolean) => runsOf(line, isRtl, fontOf).map(({ text, isRtl: r }) => [text, r]);

  test('is put from left to right, with numbers as they are and brackets turned', () => {
    expect(shown('Ann כהן 12', false)).toEqual([
      ['Ann ', false],
      ['12', false],
      [' ', true],
      ['כהן', true],
    ]);
    expect(shown('(כהן) Ann', true)).toEqual([
      ['Ann', false],
      ['( ', true],
      ['כהן', true],
      [')', true],
    ]);
  });

  test('a paragraph that begins from the right is set at the right', async () => {
    const paper = open();
    const body = 'Hello\n\nשלום רב, Dana';
    await paper.load([body]);
    const { pages } = await printed(paper, () =>
      letterDrawer(paper)({ address: ['Ann'], letter: { sender: [], body, date: 'Today' } }),
    );
    const texts = pages[0]?.texts ?? [];
    const low = Math.max(...texts.map(({ y }) => y));
    const last = texts.filter(({ y }) => y === low);
    expect(Math.max(...last.map(({ x, width }) => x + width))).toBeCloseTo(7.5 * 72, 0);
    expect(texts.find(({ text }) => text === 'Hello')?.x).toBe(72);
    expect(last.find(({ text }) => text.includes('Dana'))?.x).toBeLessThan(
      last.find(({ text }) => text.includes('ש') || text.includes('ר'))?.x ?? 0,
    );
  });
});

test('every line of a paragraph runs like the paragraph', async () => {
  const paper = open();
  const body = `Hello\nשלום ${'Dana Reyes '.repeat(20)}`;
  await paper.load([body]);
  expect(linesOf(paper, body).length).toBeGreaterThan(3);
  const directions: (boolean | undefined)[] = [];
  const write: Paper['write'] = (_text, _at, _size, _weight, manner) => void directions.push(manner?.isRtl);
  const address = ['Ann'];
  letterDrawer({ ...paper, write })({ address, letter: { sender: [], body, date: 'Today' } });
  expect(directions).toEqual([undefined, undefined, ...linesOf(paper, body).map((_, line) => line > 0)]);
});

describe('lines of scripts without spaces', () => {
  const widthOf = (part: string) => charactersOf(part).length;
  const signsIn = (part: string) => Array.from(part).length;

  test('break between words of Thai, and never before punctuation', () => {
    expect(wrap('กรมธรรม์ประกันภัยของคุณ', 9, widthOf)).toEqual(['กรมธรรม์', 'ประกันภัย', 'ของคุณ']);
    expect(wrap('我们你们，他们', 4, widthOf)).toEqual(['我们', '你们，', '他们']);
  });

  test('never break within what reads as one character', () => {
    expect(wrap('👩‍💻👩‍💻', 4, signsIn)).toEqual(['👩‍💻', '👩‍💻']);
  });

  test('the ring of SARA AM is put below a tone', () => {
    expect(inThaiOrder('น้ำคำ')).toBe('น\u0e4d\u0e49าค\u0e4dา');
  });
});
