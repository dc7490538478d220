import { useRef } from 'react';
import { classes } from '../../_kit/format/class-names.ts';
import type { Place } from './grid-keys.ts';

interface GridCellProps {
  label: string;
  place: Place;
  text: string;
  /** The one cell that Tab reaches. */
  isCurrent: boolean;
  isAtFault: boolean;
  /** Element that describes the row's problem. */
  faultId: string;
  isFixed: boolean;
  /** Corrected text. `null`: not corrected. */
  editing: string | null;
  onFocus: () => void;
  /** `null` when it can't be corrected. */
  onEdit: ((text: string) => void) | null;
  onKeep: (text: string, where: 'down' | 'right' | 'left' | 'stay') => void;
  onLeave: () => void;
}

/** One cell of a problem row. */
export function GridCell(props: GridCellProps) {
  const { label, place, text, isCurrent, isAtFault, faultId, isFixed, editing, onFocus, onEdit, onKeep, onLeave } =
    props;
  const look = classes('grid-cell', isAtFault && 'is-at-fault', isFixed && 'is-fixed');
  if (editing !== null)
    return (
      <td className={look}>
        <CellInput
          label={label}
          text={editing}
          isAtFault={isAtFault}
          faultId={faultId}
          onEdit={onEdit}
          onKeep={onKeep}
          onLeave={onLeave}
        />
      </td>
    );
  return (
    <td
      className={look}
      title={text}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={`${label}: ${text === '' ? 'empty' : text}`}
      aria-describedby={isAtFault ? faultId : undefined}
      data-place={`${place.row} ${place.column}`}
      onFocus={onFocus}
      onDoubleClick={() => onEdit?.(text)}
      onKeyDown={(event) => {
        if (onEdit === null || event.ctrlKey || event.metaKey || event.altKey) return;
        const isLetter = event.key.length === 1 && event.key !== ' ';
        if (!isLetter && event.key !== 'Enter' && event.key !== 'F2') return;
        event.preventDefault();
        event.stopPropagation();
        onEdit(isLetter ? event.key : text);
      }}
    >
      {text}
    </td>
  );
}

interface CellInputProps
  extends Pick<GridCellProps, 'label' | 'isAtFault' | 'faultId' | 'onEdit' | 'onKeep' | 'onLeave'> {
  text: string;
}

function CellInput({ label, text, isAtFault, faultId, onEdit, onKeep, onLeave }: CellInputProps) {
  // A removed field with focus may still fire blur.
  const isOver = useRef(false);
  const end = (act: () => void) => {
    if (isOver.current) return;
    isOver.current = true;
    act();
  };
  return (
    <input
      className="input small"
      aria-label={label}
      aria-invalid={isAtFault}
      aria-describedby={isAtFault ? faultId : undefined}
      ref={focusOnce}
      value={text}
      onChange={(event) => onEdit?.(event.target.value)}
      onBlur={() => end(() => onKeep(text, 'stay'))}
      onKeyDown={(event) => {
        const where = KEPT_BY[event.shiftKey ? `Shift+${event.key}` : event.key];
        if (event.key === 'Escape') end(onLeave);
        if (where === undefined) return;
        event.preventDefault();
        end(() => onKeep(text, where));
      }}
    />
  );
}

const KEPT_BY: Readonly<Record<string, 'down' | 'right' | 'left'>> = {
  Enter: 'down',
  Tab: 'right',
  'Shift+Tab': 'left',
};

const focusOnce = (input: HTMLInputElement | null) => input?.focus();
