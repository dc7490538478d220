import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { useListSearch } from './list-search.ts';

interface MoveRowProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (by: -1 | 1) => void;
}

/** Moves a row by one place. Absent while a search hides the rows it would pass. */
export function MoveRow({ name, isFirst, isLast, onMove }: MoveRowProps) {
  const { search } = useListSearch();
  if (search.q !== undefined) return null;
  return (
    <>
      <IconButton icon={ArrowUp} size="small" label={`Move ${name} up`} disabled={isFirst} onClick={() => onMove(-1)} />
      <IconButton
        icon={ArrowDown}
        size="small"
        label={`Move ${name} down`}
        disabled={isLast}
        onClick={() => onMove(1)}
      />
    </>
  );
}
