import { X } from 'lucide-react';
import { type MouseEvent, useEffect, useRef } from 'react';
import { IconButton } from '../_kit/controls/IconButton.tsx';
import { RailContent, type RailProps } from './Rail.tsx';

interface NavSheetProps extends RailProps {
  onClose: () => void;
}

/** The rail on a phone. The browser's dialog traps the focus, closes on Escape and restores the focus. */
export function NavSheet({ onClose, ...rail }: NavSheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const dialog = sheet.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  // Links, buttons that open something else, and a click on the backdrop close it: nothing can float above it.
  const press = (event: MouseEvent) => {
    const onBackdrop = event.target === sheet.current && event.clientX > sheet.current.getBoundingClientRect().right;
    if (onBackdrop || (event.target as Element).closest('a, .me-entries button')) onClose();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events -- Escape is the dialog's own key
    <dialog ref={sheet} className="sheet" aria-label="Menu" onClose={onClose} onClick={press}>
      <IconButton icon={X} label="Close menu" className="sheet-close" onClick={onClose} />
      <RailContent {...rail} inPlace />
    </dialog>
  );
}
