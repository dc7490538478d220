import type { CSSProperties } from 'react';
import { Cell, HeadCell, Table } from '../display/Table.tsx';

/** One gray bar, as wide as the text it replaces. Appears after 200 ms. */
export function Skeleton({ width = '100%' }: { width?: string }) {
  return <span className="skeleton" style={{ '--w': width } as CSSProperties} />;
}

/** Widths of the bars, in turn, so that rows do not look printed. */
const WIDTHS = ['70%', '52%', '64%', '48%', '60%'];

/** Lines of text that are on their way. */
export function SkeletonLines({ lines, label }: { lines: number; label: string }) {
  return (
    <section className="skeletons" aria-busy="true" aria-label={label}>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} width={WIDTHS[line % WIDTHS.length] ?? '60%'} />
      ))}
    </section>
  );
}

interface SkeletonTableProps {
  label: string;
  columns: readonly { label: string; numeric?: boolean }[];
  rows: number;
  full?: boolean;
}

/** A table with its own header and grey rows: nothing moves when the rows come. */
export function SkeletonTable({ label, columns, rows, full = false }: SkeletonTableProps) {
  return (
    <Table aria-busy="true" aria-label={label} full={full}>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.label} numeric={column.numeric ?? false}>
              {column.label}
            </HeadCell>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: rows }, (_, row) => (
          <tr key={row}>
            {columns.map((column, at) => (
              <Cell key={column.label} numeric={column.numeric ?? false}>
                <Skeleton width={at === 0 ? (WIDTHS[row % WIDTHS.length] ?? '60%') : column.numeric ? '44%' : '60%'} />
              </Cell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
