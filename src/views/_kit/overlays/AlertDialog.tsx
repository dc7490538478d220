import type { ReactNode } from 'react';
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { Button } from '../controls/Button.tsx';

interface AlertDialogProps {
  /** The question, with its number: "Move 214 contacts to Priya Raman?" */
  title: string;
  open: boolean;
  /** Effect of the action, and whether it can be undone. */
  children: ReactNode;
  /** The action as a verb: "Move 214". */
  confirmLabel: string;
  /** The way back in words: "Keep them". */
  cancelLabel: string;
  destructive?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** A question before something large. Only its two buttons and Escape close it; the harmless one has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const { title, open, children, confirmLabel, cancelLabel, destructive = false, busy = false } = props;
  return (
    <ModalOverlay
      className="scrim"
      isOpen={open}
      onOpenChange={(next) => {
        if (!next) props.onCancel();
      }}
    >
      <Modal>
        <Dialog className="dialog" role="alertdialog">
          <Heading slot="title" level={2} className="section">
            {title}
          </Heading>
          <div className="dialog-body">{children}</div>
          <footer>
            {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog has to focus an element: the harmless one */}
            <Button autoFocus onClick={props.onCancel}>
              {cancelLabel}
            </Button>
            <Button look={destructive ? 'danger-fill' : 'primary'} busy={busy} onClick={props.onConfirm}>
              {confirmLabel}
            </Button>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
