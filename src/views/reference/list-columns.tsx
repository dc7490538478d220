import { TAG_COLORS, type TagColor } from '#contract/contacts/tag.contract.ts';
import type { Column } from '../_kit/display/DataTable.tsx';
import { capital } from '#rules/words/capital.ts';
import { TAG_DOT } from '../contacts/tag-color.ts';

interface Named {
  readonly name: string;
}

export const nameOf = ({ name }: Named): string => name;

export const NAME: Column<Named> = { head: 'Name', cell: nameOf, narrow: 'title' };

/** American spelling: the contract has `grey`. */
const colorName = (color: TagColor): string => (color === 'grey' ? 'Gray' : capital(color));

/** A dot and its name in words. */
export const COLOR: Column<{ readonly color: TagColor }> = {
  head: 'Color',
  cell: ({ color }) => (
    <span className="lists-color">
      <span className="dot" style={{ background: TAG_DOT[color] }} aria-hidden />
      {colorName(color)}
    </span>
  ),
  narrow: 'sub',
};

/** The colors as a form offers them. */
export const COLORS = TAG_COLORS.map((value) => ({ value, label: colorName(value) }));

/** The color of a new row. */
export const NEW_COLOR: TagColor = 'grey';
