import { deleteContacts, restoreContacts } from '#contract/bulk.contract.ts';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { Reply } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { useTellChange } from '../bulk/use-tell-change.ts';

/** Deletes and restores a few contacts, each with a toast that can undo it on any page. */
export function useDeleteRestore(onDone: () => void = () => undefined) {
  const { toasts } = useApp();
  const tell = useTellChange();
  const options = {
    invalidates: [listContacts, readContact],
    onFailed: (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message }),
    onDone: ({ data }: Reply<typeof deleteContacts>) => {
      onDone();
      if (data.job !== null) tell(data.job);
    },
  };
  const restore = useSubmit(restoreContacts, options);
  const remove = useSubmit(deleteContacts, options);
  return { remove, restore };
}
