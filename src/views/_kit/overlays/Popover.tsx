import type { ReactNode, RefObject } from 'react';
import { Popover as AriaPopover, Dialog } from 'react-aria-components';

interface PopoverProps {
  label: string;
  open: boolean;
  onClose: () => void;
  /** The control it belongs to; the focus returns there. */
  trigger: RefObject<HTMLElement | null>;
  placement?: 'bottom start' | 'bottom end' | 'top start' | 'top end' | 'right bottom';
  children: ReactNode;
}

/** A small dialog at its control. Load it lazily: it brings react-aria. */
export function Popover({ label, open, onClose, trigger, placement = 'bottom start', children }: PopoverProps) {
  return (
    <AriaPopover
      className="popover"
      triggerRef={trigger}
      isOpen={open}
      placement={placement}
      offset={6}
      onOpenChange={(next) => {
        if (!next) onClose();
      }}
    >
      <Dialog aria-label={label}>{children}</Dialog>
    </AriaPopover>
  );
}
