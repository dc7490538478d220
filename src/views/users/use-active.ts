import { type AdminUser, deactivateUser, listUsers, quickUpdateUser, readUser } from '#contract/users.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { nameOf } from './user-words.ts';

const CHANGED = [listUsers, readUser];

/** Deactivates and reactivates a user, each with a toast; the first can be undone. */
export function useActive() {
  const { toasts } = useApp();
  const onFailed = (error: { message: string }) => toasts.show({ tone: 'bad', text: error.message });
  const tellBack = (user: AdminUser) => toasts.show({ tone: 'good', text: `${nameOf(user)} reactivated` });
  const undo = useLastingSubmit(quickUpdateUser, {
    invalidates: CHANGED,
    onDone: ({ data }) => tellBack(data),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  const activate = useSubmit(quickUpdateUser, { invalidates: CHANGED, onFailed, onDone: ({ data }) => tellBack(data) });
  const deactivate = useSubmit(deactivateUser, {
    invalidates: CHANGED,
    onFailed,
    onDone: ({ data }) =>
      toasts.show({
        tone: 'info',
        text: `${nameOf(data)} deactivated and signed out everywhere`,
        action: { label: 'Undo', run: () => undo({ params: { id: data.id }, body: { user: { active: true } } }) },
      }),
  });
  return {
    busy: activate.state === 'submitting' || deactivate.state === 'submitting',
    deactivate: (id: number) => deactivate.submit({ params: { id } }),
    activate: (id: number) => activate.submit({ params: { id }, body: { user: { active: true } } }),
  };
}
