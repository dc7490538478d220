import { LABELS_A_SHEET } from '#contract/printing.contract.ts';
import { fitLines, LINE_HEIGHT } from './fit-lines.ts';
import { INCH, type Paper } from './paper.ts';
import type { Piece } from './pieces.ts';

/** Avery 5160. Source: the maker's template: 2 5/8 × 1 in, 3 across 2 3/4 in apart, 10 down 1 in apart. */
export const LABEL = {
  width: 2.625 * INCH,
  height: 1 * INCH,
  left: 0.1875 * INCH,
  top: 0.5 * INCH,
  across: 3,
  stepX: 2.75 * INCH,
  stepY: 1 * INCH,
} as const;

/** Margins of a label in points: printers are slightly off. Our choice: an eighth of an inch, less at the top. */
const EDGE_X = 9;
const EDGE_Y = 6;

const SIZES = { largest: 11, smallest: 5 } as const;

/** The corner of a label on its sheet, by its place from 0: row by row. */
export const cornerOf = (place: number): { readonly x: number; readonly y: number } => ({
  x: LABEL.left + (place % LABEL.across) * LABEL.stepX,
  y: LABEL.top + Math.floor(place / LABEL.across) * LABEL.stepY,
});

/** Draws labels one after the other, from the label `startAt` of the first sheet on, which counts from 1. */
export function labelDrawer(paper: Paper, startAt: number): (piece: Piece) => void {
  let next = startAt - 1;
  return ({ address }) => {
    if (next % LABELS_A_SHEET === 0 || paper.sheets() === 0) paper.addSheet();
    drawLabel(paper, address, cornerOf(next % LABELS_A_SHEET));
    next += 1;
  };
}

function drawLabel(paper: Paper, address: readonly string[], corner: { x: number; y: number }): void {
  const space = { width: LABEL.width - 2 * EDGE_X, height: LABEL.height - 2 * EDGE_Y, ...SIZES };
  const weightOf = (line: number) => (line === 0 ? 'strong' : 'plain');
  const { size, lines } = fitLines(address, space, (text, line, at) => paper.widthOf(text, at, weightOf(line)));
  const height = lines.length * size * LINE_HEIGHT;
  const top = corner.y + (LABEL.height - height) / 2;
  for (const [index, { text, of }] of lines.entries())
    paper.write(text, { x: corner.x + EDGE_X, y: top + index * size * LINE_HEIGHT }, size, weightOf(of));
}
