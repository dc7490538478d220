import { ArrowDown, ArrowUp } from 'lucide-react';
import type { Endpoint } from '#contract/endpoint.ts';
import type { agentflowStatuses, agentflowStatusGroups, statuses } from '#contract/reference.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { useListSearch } from '../_resource/list-search.ts';
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
  const { search } = useListSearch();
  if (search.q !== undefined) return null;
  const button = (by: -1 | 1) => {
    const positions = movedPositions(rows, row.id, by);
    return (
      <IconButton
        icon={by === -1 ? ArrowUp : ArrowDown}
        size="small"
        label={`Move ${row.name} ${by === -1 ? 'up' : 'down'}`}
        disabled={positions.length === 0}
        onClick={() => onMove(positions)}
      />
    );
  };
  return (
    <>
      {button(-1)}
      {button(1)}
    </>
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
