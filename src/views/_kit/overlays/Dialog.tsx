import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { classes } from '../format/class-names.ts';
import { IconButton } from '../controls/IconButton.tsx';

interface DialogProps {
  title: string;
  open: boolean;
  /** Escape, the scrim, the cross. Without it only the buttons lead out. */
  onClose?: () => void;
  wide?: boolean;
  children: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
}

/** A dialog over the page. It traps the focus and restores it. Load it lazily: it imports react-aria. */
export function Dialog({ title, open, onClose, wide = false, children, footer }: DialogProps) {
  return (
    <ModalOverlay
      className={classes('scrim', wide && 'dialog-wide')}
      isOpen={open}
      isDismissable={onClose !== undefined}
      isKeyboardDismissDisabled={onClose === undefined}
      onOpenChange={(next) => {
        if (!next) onClose?.();
      }}
    >
      <Modal>
        <AriaDialog className="dialog">
          <div className="row">
            <Heading slot="title" level={2} className="section grow">
              {title}
            </Heading>
            {onClose ? <IconButton icon={X} label="Close" size="small" onClick={onClose} /> : null}
          </div>
          <div className="dialog-body">{children}</div>
          {footer ? <footer>{footer}</footer> : null}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
