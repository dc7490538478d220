import { X } from 'lucide-react';
import { Icon } from '../../_kit/display/Icon.tsx';

interface ScopePartProps {
  field: string;
  value: string;
  onEdit: (button: HTMLButtonElement) => void;
  onRemove: () => void;
}

/** One part of a scope: clicking its text edits it, clicking the cross removes it. */
export function ScopePart({ field, value, onEdit, onRemove }: ScopePartProps) {
  return (
    <span className="chip scope-part">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Change ${field} ${value}`}
        title={`${field} ${value}`}
        onClick={({ currentTarget }) => onEdit(currentTarget)}
      >
        <span className="soft">{field}</span> <b>{value}</b>
      </button>
      <button type="button" aria-label={`Remove ${field} ${value}`} onClick={onRemove}>
        <Icon of={X} />
      </button>
    </span>
  );
}
