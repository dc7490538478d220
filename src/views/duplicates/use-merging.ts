import { useRouter } from '@tanstack/react-router';
import { readContact } from '#contract/contacts.contract.ts';
import { listContacts } from '#contract/contacts/contact-list.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import {
  dismissDuplicates,
  listDuplicates,
  listMerges,
  MAX_MERGED,
  type Merge,
  restoreDuplicates,
  undoMerge,
} from '#contract/duplicates.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { apartWords, keptWords, mergedWords } from './duplicate-words.ts';

/** Why the current user may not merge; `undefined`: they may. */
export function useMergeRefusal(): string | undefined {
  const { user } = useApp();
  const gate = useGate('contact-merge');
  if (!gate.allowed) return gate.reason;
  return user.permissions.includes('contacts.delete') ? undefined : "Your role doesn't allow merging.";
}

export const mergeHref = (ids: readonly number[]): string => `/contacts/merge?ids=${ids.join(',')}`;

/** Merges the selection on its own page. */
export function useMergeSelected(selection: SelectionInput) {
  const router = useRouter();
  const refusal = useMergeRefusal();
  const ids = 'ids' in selection ? selection.ids : [];
  const fits = ids.length >= 2 && ids.length <= MAX_MERGED;
  return {
    refusal: refusal ?? (fits ? undefined : `Choose 2 to ${MAX_MERGED}`),
    merge: () => void router.navigate({ to: '/contacts/merge', search: { ids: ids.join(',') } }),
  };
}

/** Shows a toast about a merge on any page; it can unmerge. */
export function useTellMerged(): (merge: Merge) => void {
  const { toasts } = useApp();
  const router = useRouter();
  const undo = useLastingSubmit(undoMerge, {
    invalidates: [listContacts, readContact, listDuplicates, listMerges],
    onDone: ({ data }) =>
      data.kept.length === 0
        ? toasts.show({ tone: 'good', text: apartWords(data) })
        : toasts.show({
            tone: 'warn',
            text: `${apartWords(data)}. ${keptWords(data.kept)}`,
            action: { label: 'View', run: () => void router.navigate({ to: '/contacts/merges' }) },
          }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  return (merge) =>
    toasts.show({
      tone: 'good',
      text: mergedWords(merge),
      action: { label: 'Undo', run: () => undo({ params: { id: merge.id } }) },
    });
}

const DISMISSED = [listDuplicates, listContacts];

/** Marks contacts as different people; the message offers Undo. */
export function useDismiss() {
  const { toasts } = useApp();
  const back = useLastingSubmit(restoreDuplicates, {
    invalidates: DISMISSED,
    onDone: () => toasts.show({ tone: 'good', text: 'Undone' }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const { submit, state } = useSubmit(dismissDuplicates, {
    invalidates: DISMISSED,
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
    onDone: (_, { body }) =>
      toasts.show({
        tone: 'info',
        text: 'Marked as different people',
        action: { label: 'Undo', run: () => back({ body }) },
      }),
  });
  return { dismiss: (ids: readonly number[]) => submit({ body: { ids: [...ids] } }), isBusy: state === 'submitting' };
}
