import { ArchiveRestore, Trash2 } from 'lucide-react';
import { deleteContacts, listContacts, readContact, restoreContacts } from '#contract/contacts.contract.ts';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { useApp } from '../_app/use-app.ts';
import { useSubmit } from '../_app/use-submit.ts';
import { BulkBar } from '../_kit/BulkBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { formatCount, formatCounted } from '../_kit/format-count.ts';

const counted = (ids: readonly number[]) => formatCounted(ids.length, 'contact', 'contacts');

/** What can be done with the selected contacts. Both actions can be taken back. */
export function ContactBulkBar({ ids, deleted }: { ids: readonly number[]; deleted: boolean }) {
  const { toasts } = useApp();
  const invalidates = [listContacts, readContact];
  const onFailed = (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message });
  const restore = useSubmit(restoreContacts, {
    invalidates,
    onFailed,
    onDone: ({ data }) => {
      contactsStore.trigger.cleared();
      toasts.show({ tone: 'good', text: `${counted(data.ids)} restored` });
    },
  });
  const remove = useSubmit(deleteContacts, {
    invalidates,
    onFailed,
    onDone: ({ data }) => {
      contactsStore.trigger.cleared();
      toasts.show({
        tone: 'info',
        text: `${counted(data.ids)} deleted`,
        action: { label: 'Undo', run: () => restore.submit({ body: { ids: data.ids } }) },
      });
    },
  });
  const act = deleted ? restore : remove;
  const tooMany = ids.length > MAX_PAGE_LIMIT ? `At most ${MAX_PAGE_LIMIT} at once.` : undefined;

  return (
    <BulkBar text={`${formatCount(ids.length)} selected`} onClear={() => contactsStore.trigger.cleared()}>
      <Button
        look="plain"
        size="small"
        icon={deleted ? ArchiveRestore : Trash2}
        className={deleted ? undefined : 'danger'}
        busy={act.state === 'submitting'}
        refusal={tooMany}
        onClick={() => act.submit({ body: { ids: [...ids] } })}
      >
        {deleted ? 'Restore' : 'Delete'}
      </Button>
    </BulkBar>
  );
}
