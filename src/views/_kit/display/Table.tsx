import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode, Ref, TableHTMLAttributes, TdHTMLAttributes, ThHTMLAttributes } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from './Icon.tsx';

/** Position of a cell when rows become two lines on a phone. */
export type NarrowPlace = 'check' | 'title' | 'aside' | 'sub' | 'sub-aside' | 'none';

export interface CellLook {
  /** First columns that stay while the rest scrolls sideways: the box to tick, then the name. */
  pin?: 'check' | 'name';
  /** Numbers and dates: right-aligned, tabular. */
  numeric?: boolean;
  /** Leaves when the table gets narrow, 1 first. */
  leaves?: 1 | 2 | 3 | 4;
  narrow?: NarrowPlace;
}

const cellClass = ({ pin, numeric, leaves, narrow }: CellLook, className?: string) =>
  classes(
    pin === 'check' ? 'pin-1' : pin === 'name' ? 'pin' : null,
    numeric && 'r',
    leaves !== undefined && `leaves-${leaves}`,
    narrow !== undefined && `at-${narrow}`,
    className,
  );

interface TableProps extends TableHTMLAttributes<HTMLTableElement> {
  compact?: boolean;
  /** Reaches the edges of the page. */
  full?: boolean;
  /** Rows become two lines on a phone; `narrow` places every cell. */
  stacks?: boolean;
  /** Boxes to tick show on hover, focus, cursor and once something is ticked. */
  quietChecks?: boolean;
  hasSelection?: boolean;
  ref?: Ref<HTMLTableElement>;
}

/** Widths of columns (`<col>`) are given in em: 1em is body text in every text size. */
export function Table({ compact, full, stacks, quietChecks, hasSelection, className, ...table }: TableProps) {
  return (
    <table
      {...table}
      className={classes(
        'table',
        compact && 'compact',
        full && 'full',
        stacks && 'stacks',
        quietChecks && 'quiet-checks',
        hasSelection && 'has-selection',
        className,
      )}
    />
  );
}

/** Scrolls around a table, reachable by keyboard. A group, not a landmark: the card or page around it is one. */
export function TableScroll({ label, children, ref }: { label: string; children: ReactNode; ref?: Ref<HTMLElement> }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- a scrolling region must be focusable, and no tag is a plain group
    <div className="table-scroll" role="group" tabIndex={0} aria-label={label} ref={ref as Ref<HTMLDivElement>}>
      {children}
    </div>
  );
}

export type SortDirection = 'asc' | 'desc';

interface HeadCellProps extends CellLook, ThHTMLAttributes<HTMLTableCellElement> {
  /** `null`: can be sorted by, but is not. Without it the header is plain text. */
  sorted?: SortDirection | null;
  onSort?: () => void;
}

export function HeadCell({
  pin,
  numeric,
  leaves,
  narrow,
  sorted,
  onSort,
  className,
  children,
  ...cell
}: HeadCellProps) {
  const look: CellLook = {
    ...(pin && { pin }),
    ...(numeric && { numeric }),
    ...(leaves && { leaves }),
    ...(narrow && { narrow }),
  };
  return (
    <th
      scope="col"
      {...cell}
      className={cellClass(look, className)}
      aria-sort={sorted === undefined ? undefined : ARIA_SORT[sorted ?? 'none']}
    >
      {onSort ? (
        <button type="button" onClick={onSort}>
          {children}
          {sorted ? <Icon of={sorted === 'asc' ? ArrowUp : ArrowDown} /> : null}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

interface CellProps extends CellLook, TdHTMLAttributes<HTMLTableCellElement> {}

export function Cell({ pin, numeric, leaves, narrow, className, ...cell }: CellProps) {
  const look: CellLook = {
    ...(pin && { pin }),
    ...(numeric && { numeric }),
    ...(leaves && { leaves }),
    ...(narrow && { narrow }),
  };
  return <td {...cell} className={cellClass(look, classes(pin === 'name' && 'name', className))} />;
}
