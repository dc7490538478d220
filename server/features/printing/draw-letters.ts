import { MAX_LETTER_SHEETS } from '#contract/printing.contract.ts';
import { refuseField } from '../../errors.ts';
import { fitLines, LINE_HEIGHT, wrap } from './fit-lines.ts';
import { type Manner, mannerOf } from './fonts/font-runs.ts';
import { INCH, type Paper, SHEET } from './paper.ts';
import type { Piece } from './pieces.ts';

/** Margins of a letter. Ours: an inch, as people set it. */
const LEFT = INCH;
const RIGHT = SHEET.width - INCH;
const BOTTOM = SHEET.height - INCH;
const SENDER = { top: 0.7 * INCH, width: 4 * INCH, height: 1.15 * INCH, largest: 10, smallest: 6 } as const;

/**
 * Window of a #10 envelope, for any position of the folded sheet. Source: the usual window of 4 1/2 × 1 1/8 in, 7/8 in
 * from the left and 1/2 in from the bottom, of an envelope of 9 1/2 × 4 1/8 in; the sheet is folded in three.
 */
export const WINDOW = { left: 0.875 * INCH, right: 4.375 * INCH, top: 2.5 * INCH, bottom: 3.167 * INCH } as const;

/** Start of the text: below the first fold, at 3 2/3 in. */
const BODY_TOP = 4 * INCH;
const BODY_SIZE = 10.5;
const BODY_STEP = 15.5;
const NEXT_TOP = 1.1 * INCH;
const NUMBER = { top: 0.6 * INCH, size: 9 } as const;

/** Number of lines that fit below a height on a sheet. */
const linesBelow = (top: number) => Math.floor((BOTTOM - top - BODY_SIZE * LINE_HEIGHT) / BODY_STEP) + 1;
const MAX_LINES = linesBelow(BODY_TOP) + (MAX_LETTER_SHEETS - 1) * linesBelow(NEXT_TOP);

/**
 * Draws letters, each on a new sheet; longer ones flow onto the next. Drawing throws {Refusal} `refused` for a letter
 * with too many sheets.
 */
export function letterDrawer(paper: Paper): (piece: Piece) => void {
  return ({ address, letter }) => {
    if (letter === null) return;
    paper.addSheet();
    drawSender(paper, letter.sender);
    const dateWidth = paper.widthOf(letter.date, SENDER.largest);
    paper.write(letter.date, { x: RIGHT - dateWidth, y: SENDER.top }, SENDER.largest);
    drawAddress(paper, address);
    drawBody(paper, letter.body, address[0] ?? '');
  };
}

function drawSender(paper: Paper, lines: readonly string[]): void {
  const weightOf = (line: number) => (line === 0 ? 'strong' : 'plain');
  const fitted = fitLines(lines, SENDER, (text, line, size) => paper.widthOf(text, size, weightOf(line)));
  for (const [index, { text, of }] of fitted.lines.entries()) {
    const y = SENDER.top + index * fitted.size * LINE_HEIGHT * 1.1;
    paper.write(text, { x: LEFT, y }, fitted.size, weightOf(of));
  }
}

function drawAddress(paper: Paper, lines: readonly string[]): void {
  const space = {
    width: WINDOW.right - LEFT,
    height: WINDOW.bottom - WINDOW.top,
    largest: 11,
    smallest: 6,
  };
  const { size, lines: fitted } = fitLines(lines, space, (text, _, at) => paper.widthOf(text, at));
  const top = WINDOW.top + (space.height - fitted.length * size * LINE_HEIGHT) / 2;
  for (const [index, { text }] of fitted.entries())
    paper.write(text, { x: LEFT, y: top + index * size * LINE_HEIGHT }, size);
}

/**
 * The lines of a letter as they are drawn.
 * @throws {Refusal} `refused` for more than `MAX_LETTER_SHEETS`.
 */
export function linesOf(paper: Paper, body: string): { readonly text: string; readonly manner: Manner }[] {
  const lines: { text: string; manner: Manner }[] = [];
  for (const paragraph of body.split('\n')) {
    const manner = mannerOf(paragraph);
    const wrapped = wrap(paragraph, RIGHT - LEFT, (part) => paper.widthOf(part, BODY_SIZE));
    lines.push(...wrapped.map((text) => ({ text, manner })));
    if (lines.length > MAX_LINES)
      throw refuseField('body', `A letter can have up to ${MAX_LETTER_SHEETS} pages. Shorten the text.`);
  }
  return lines;
}

function drawBody(paper: Paper, body: string, name: string): void {
  const lines = linesOf(paper, body);
  let y = BODY_TOP;
  let sheet = 1;
  for (const { text, manner } of lines) {
    if (y + BODY_SIZE * LINE_HEIGHT > BOTTOM) {
      paper.addSheet();
      sheet += 1;
      y = NEXT_TOP;
      drawNumber(paper, name, sheet);
    }
    const x = manner.isRtl ? RIGHT - paper.widthOf(text, BODY_SIZE) : LEFT;
    if (text !== '') paper.write(text, { x, y }, BODY_SIZE, 'plain', manner);
    y += BODY_STEP;
  }
}

/** Recipient that a continuation sheet belongs to. */
function drawNumber(paper: Paper, name: string, sheet: number): void {
  const [line] = wrap(name, RIGHT - LEFT - INCH, (part) => paper.widthOf(part, NUMBER.size));
  paper.write(line ?? '', { x: LEFT, y: NUMBER.top }, NUMBER.size);
  const words = `Page ${sheet}`;
  paper.write(words, { x: RIGHT - paper.widthOf(words, NUMBER.size), y: NUMBER.top }, NUMBER.size);
}
