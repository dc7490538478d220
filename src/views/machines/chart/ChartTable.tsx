import { Cell, HeadCell, Table } from '../../_kit/display/Table.tsx';
import type { Chart } from './chart-of.ts';
import type { Walks } from './lines.ts';
import { labelOf } from './chart-of.ts';

interface ChartTableProps {
  chart: Chart;
  /** Number of paths per transition; without it, counts are omitted. */
  walks?: Walks | null;
}

/** The chart as a table for readers: one transition a row. */
export function ChartTable({ chart, walks = null }: ChartTableProps) {
  return (
    <Table compact className="transition-table">
      <thead>
        <tr>
          <HeadCell>State</HeadCell>
          <HeadCell>Event</HeadCell>
          <HeadCell>Next state</HeadCell>
          {walks === null ? null : <HeadCell numeric>Paths</HeadCell>}
        </tr>
      </thead>
      <tbody>
        {chart.transitions.map(({ name, from, to, event, guard }) => (
          <tr key={name} data-transition={name}>
            <Cell>{labelOf(chart, from)}</Cell>
            <Cell>{guard === null ? event : `${event}, ${guard}`}</Cell>
            <Cell>{to.length === 0 ? 'stays' : to.map((id) => labelOf(chart, id)).join(' and ')}</Cell>
            {walks === null ? null : <Cell numeric>{walks.transitions.get(name) || 'not walked'}</Cell>}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
