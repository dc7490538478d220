import { deleteContacts, listContacts, readContact, restoreContacts } from '#contract/contacts.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { formatCounted } from '../_kit/format/format-count.ts';

const CHANGED = [listContacts, readContact];

const counted = (ids: readonly number[]) => formatCounted(ids.length, 'contact', 'contacts');

/** Deletes and restores, each with a toast; the toast of a deletion can undo it on any page. */
export function useDeleteRestore(onDone: () => void = () => undefined) {
  const { toasts } = useApp();
  const onFailed = (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message });
  const tellRestored = (ids: readonly number[]) => toasts.show({ tone: 'good', text: `${counted(ids)} restored` });
  const undo = useLastingSubmit(restoreContacts, {
    invalidates: CHANGED,
    onDone: ({ data }) => tellRestored(data.ids ?? []),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const restore = useSubmit(restoreContacts, {
    invalidates: CHANGED,
    onFailed,
    onDone: ({ data }) => {
      onDone();
      tellRestored(data.ids ?? []);
    },
  });
  const remove = useSubmit(deleteContacts, {
    invalidates: CHANGED,
    onFailed,
    onDone: ({ data }) => {
      onDone();
      toasts.show({
        tone: 'info',
        text: `${counted(data.ids ?? [])} deleted`,
        action: { label: 'Undo', run: () => undo({ body: { ids: data.ids ?? [] } }) },
      });
    },
  });
  return { remove, restore };
}
