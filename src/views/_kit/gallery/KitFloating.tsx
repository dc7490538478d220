import { Ellipsis, FileUp, MessageSquare, Pencil, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import { Banner } from '../overlays/Banner.tsx';
import { Button } from '../controls/Button.tsx';
import { Note } from '../display/Note.tsx';
import { type Toast, Toasts } from '../overlays/Toasts.tsx';
import { lazyPart } from '../states/lazy-part.ts';

const Dialog = lazyPart(() => import('../overlays/Dialog.tsx'), 'Dialog');
const AlertDialog = lazyPart(() => import('../overlays/AlertDialog.tsx'), 'AlertDialog');
const Menu = lazyPart(() => import('../overlays/Menu.tsx'), 'Menu');
const Popover = lazyPart(() => import('../overlays/Popover.tsx'), 'Popover');

const TOASTS: readonly Toast[] = [
  { id: 'moved', tone: 'good', text: '4 contacts moved to Priya Raman', action: { label: 'Undo', left: '8 s' } },
  { id: 'text', tone: 'info', icon: MessageSquare, text: 'New message from 1-512-555-0142', action: { label: 'Open' } },
];

const ENTRIES = [
  { key: 'rename', label: 'Rename', icon: Pencil },
  { key: 'merge', label: 'Merge', refusal: 'Choose two' },
  { key: 'delete', label: 'Delete', icon: Trash2, danger: true, apart: true },
];

type Shown = 'dialog' | 'alert' | 'menu' | 'popover';

export function KitFloating() {
  const [shown, setShown] = useState<Shown | null>(null);
  const [toasts, setToasts] = useState(TOASTS);
  const menuButton = useRef<HTMLButtonElement>(null);
  const popoverButton = useRef<HTMLButtonElement>(null);
  const close = () => setShown(null);
  const drop = (id: string) => setToasts(toasts.filter((toast) => toast.id !== id));
  return (
    <div className="stack kit-wide">
      <Banner
        icon={FileUp}
        title="tx_aep_leads_nov.csv"
        progress={{ done: 8412, total: 12_431, text: '8,412 of 12,431' }}
        detail="84 rows/s, 48 s left"
        open={{ href: '#import', label: 'Open' }}
        onDismiss={() => {}}
      />
      <div className="kit-half">
        <Note tone="bad" title="Text message not sent">
          Saved as a draft. It's 9:40 PM there. You can text from 8:00 AM.
        </Note>
        <Note tone="info" title="Reconnecting, live updates paused">
          Your changes are saved and sent when you reconnect.
        </Note>
        <Note tone="warn" title="Possibly the same person">
          Rosalynd Okafor, owned by Priya Raman. Same mobile and birthday.
        </Note>
        <Note tone="good" title="12,370 of 12,431 rows imported">
          Download 61 problem rows.
        </Note>
      </div>
      <div className="row wrap">
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('alert')}>Question</Button>
        <Button
          ref={menuButton}
          icon={Ellipsis}
          aria-haspopup="menu"
          aria-expanded={shown === 'menu'}
          onClick={() => setShown('menu')}
        >
          Menu
        </Button>
        <Button
          ref={popoverButton}
          aria-haspopup="dialog"
          aria-expanded={shown === 'popover'}
          onClick={() => setShown('popover')}
        >
          Popover
        </Button>
      </div>
      <Toasts
        label="Sample messages"
        toasts={toasts}
        onAction={drop}
        onDismiss={drop}
        onHold={() => {}}
        onRelease={() => {}}
      />
      <Suspense>
        {shown === 'dialog' ? (
          <Dialog
            title="Columns"
            open
            onClose={close}
            footer={
              <Button look="primary" onClick={close}>
                Done
              </Button>
            }
          >
            <p>Name, phone and plan are shown.</p>
          </Dialog>
        ) : null}
        {shown === 'alert' ? (
          <AlertDialog
            title="Move 214 contacts to Priya Raman?"
            open
            confirmLabel="Move 214"
            cancelLabel="Keep contacts"
            onConfirm={close}
            onCancel={close}
          >
            <p>
              Notes, files and policies are included. 12 have an event with you today; those events move too. You can
              undo this for 7 days.
            </p>
          </AlertDialog>
        ) : null}
        {shown === 'menu' ? (
          <Menu label="More" open trigger={menuButton} entries={ENTRIES} onSelect={close} onClose={close} />
        ) : null}
        {shown === 'popover' ? (
          <Popover label="About" open trigger={popoverButton} onClose={close}>
            <p>A small dialog at its control.</p>
          </Popover>
        ) : null}
      </Suspense>
    </div>
  );
}
