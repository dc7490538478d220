import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../controls/Button.tsx';
import { IconButton } from '../controls/IconButton.tsx';

interface BulkBarProps {
  /** "4 selected" */
  text: string;
  /** "Select all 12,431"; absent when all of the scope is selected. */
  all?: { text: string; onSelect: () => void } | undefined;
  onClear: () => void;
  /** Small plain buttons. */
  children: ReactNode;
}

/** Rises above the pager while something is selected. */
export function BulkBar({ text, all, onClear, children }: BulkBarProps) {
  return (
    <div className="bulk">
      <div className="bulkbar" role="toolbar" aria-label={text}>
        <span className="first">
          <output className="med num">{text}</output>
          {all ? (
            <Button look="plain" size="small" className="all" onClick={all.onSelect}>
              {all.text}
            </Button>
          ) : null}
        </span>
        <span className="sep" />
        <span className="acts">{children}</span>
        <span className="sep" />
        <IconButton icon={X} label="Clear selection" size="small" className="clear" onClick={onClear} />
      </div>
    </div>
  );
}
