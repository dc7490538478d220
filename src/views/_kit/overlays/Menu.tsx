import type { LucideIcon } from 'lucide-react';
import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, Popover, Separator } from 'react-aria-components';
import { Icon } from '../display/Icon.tsx';

export interface MenuEntry {
  key: string;
  label: string;
  icon?: LucideIcon;
  danger?: boolean;
  /** Reason why the item is disabled; displayed next to it. */
  refusal?: string | undefined;
  /** A line above it. */
  apart?: boolean;
}

interface MenuProps {
  label: string;
  open: boolean;
  onClose: () => void;
  /** The button it belongs to, with aria-haspopup="menu" and aria-expanded. */
  trigger: RefObject<HTMLElement | null>;
  entries: readonly MenuEntry[];
  onSelect: (key: string) => void;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end';
}

/** A list of things to do. Load it lazily: it brings react-aria. */
export function Menu({ label, open, onClose, trigger, entries, onSelect, placement = 'bottom start' }: MenuProps) {
  return (
    <Popover
      className="popover"
      aria-label={label}
      triggerRef={trigger}
      isOpen={open}
      placement={placement}
      offset={6}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <AriaMenu
        className="menu"
        aria-label={label}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- an open menu takes the focus
        autoFocus="first"
        onAction={(key) => onSelect(String(key))}
        onClose={onClose}
      >
        {entries.flatMap((entry) => [
          ...(entry.apart ? [<Separator key={`${entry.key}-line`} />] : []),
          <MenuItem
            key={entry.key}
            id={entry.key}
            textValue={entry.label}
            isDisabled={entry.refusal !== undefined}
            className={entry.danger ? 'danger' : ''}
          >
            {entry.icon ? <Icon of={entry.icon} /> : null}
            {entry.label}
            {entry.refusal === undefined ? null : <span className="meta quiet end">{entry.refusal}</span>}
          </MenuItem>,
        ])}
      </AriaMenu>
    </Popover>
  );
}
