import { Ellipsis, Trash2 } from 'lucide-react';
import { Suspense, useRef, useState } from 'react';
import type { Contact } from '#contract/contacts.contract.ts';
import { useApp } from '../../_base/use-app.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { useFocusKept } from '../../_kit/format/use-focus-kept.ts';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { CallButton } from '../../phone/panel/CallButton.tsx';
import { useDeleteRestore } from '../use-delete-restore.ts';

const Menu = lazyPart(() => import('../../_kit/overlays/Menu.tsx'), 'Menu');

/** Actions in the head of a contact's page: call, or restore a deleted contact; a menu has what is rare. */
export function ContactActions({ contact }: { contact: Contact }) {
  const mayDelete = useApp().user.permissions.includes('contacts.delete');
  const { remove, restore } = useDeleteRestore();
  // A deletion takes the menu away, and a restore its own button.
  const frame = useFocusKept<HTMLSpanElement>('.btn', '.icon-btn');
  const ids = { body: { ids: [contact.id] } };
  const isDeleted = contact.deleted_at !== null;
  return (
    <span className="row" ref={frame}>
      {isDeleted && mayDelete ? (
        <Button look="primary" busy={restore.state === 'submitting'} onClick={() => restore.submit(ids)}>
          Restore
        </Button>
      ) : null}
      {!isDeleted && contact.phone ? <CallButton number={contact.phone} contactId={contact.id} look="primary" /> : null}
      {!isDeleted && mayDelete ? (
        <More
          isBusy={remove.state === 'submitting'}
          refusal={contact.legal_hold === null ? undefined : 'under legal hold'}
          onDelete={() => remove.submit(ids)}
        />
      ) : null}
    </span>
  );
}

interface MoreProps {
  isBusy: boolean;
  /** Reason why the contact can't be deleted. */
  refusal: string | undefined;
  onDelete: () => void;
}

function More({ isBusy, refusal, onDelete }: MoreProps) {
  const opener = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={opener}
        icon={Ellipsis}
        label="More"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-busy={isBusy}
        onClick={() => setOpen(true)}
      />
      <Suspense>
        {isOpen ? (
          <Menu
            label="More"
            open
            trigger={opener}
            placement="bottom end"
            entries={[{ key: 'delete', label: 'Delete', icon: Trash2, danger: true, refusal }]}
            onClose={() => setOpen(false)}
            onSelect={onDelete}
          />
        ) : null}
      </Suspense>
    </>
  );
}
