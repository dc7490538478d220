import type { Endpoint } from '#contract/endpoint.ts';
import type { agentflowStatuses, agentflowStatusGroups, statuses } from '#contract/reference.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { MoveRow } from '../_resource/MoveRow.tsx';
import { movedPositions, type Placed } from './positions.ts';

type Move = (positions: readonly [id: number, position: number][]) => void;

interface MoveButtonsProps {
  row: Placed & { readonly name: string };
  /** The rows it moves among, in their order. */
  rows: readonly Placed[];
  onMove: Move;
}

/** Moves a row by one place. Absent while a search hides the rows it would pass. */
export function MoveButtons({ row, rows, onMove }: MoveButtonsProps) {
  const places = (by: -1 | 1) => movedPositions(rows, row.id, by);
  return (
    <MoveRow
      name={row.name}
      isFirst={places(-1).length === 0}
      isLast={places(1).length === 0}
      onMove={(by) => onMove(places(by))}
    />
  );
}

type PlacedList = typeof statuses | typeof agentflowStatuses | typeof agentflowStatusGroups;

/** Writes the positions of moved rows. `alsoShown` are reads of other pages in the same order. */
export function useMove({ list, update }: PlacedList, alsoShown: readonly Endpoint[]): Move {
  const { toasts } = useApp();
  const put = useLastingSubmit(update, {
    invalidates: [list, ...alsoShown],
    onDone: () => undefined,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
  });
  return (positions) => {
    for (const [id, position] of positions) put({ params: { id }, body: { position } });
  };
}
