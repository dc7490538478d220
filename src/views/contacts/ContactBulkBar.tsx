import { ArchiveRestore, Trash2 } from 'lucide-react';
import { MAX_PAGE_LIMIT } from '#contract/_wire.contract.ts';
import { contactsStore } from '../../store/contacts.store.ts';
import { BulkBar } from '../_kit/BulkBar.tsx';
import { Button } from '../_kit/Button.tsx';
import { formatCount } from '../_kit/format-count.ts';
import { useDeleteRestore } from './use-delete-restore.ts';

/** What can be done with the selected contacts. Both actions can be taken back. */
export function ContactBulkBar({ ids, deleted }: { ids: readonly number[]; deleted: boolean }) {
  const { remove, restore } = useDeleteRestore(() => contactsStore.trigger.cleared());
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
