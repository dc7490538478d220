import { readContact } from '#contract/contacts.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';
import { useSubmit } from '../_base/use-submit.ts';

interface Family<Away extends Endpoint, Back extends Endpoint> {
  readonly list: Endpoint;
  readonly remove: Away;
  readonly restore: Back;
  /** "Policy" */
  readonly thing: string;
}

/** Deletes a record immediately; the toast restores the same record, on any page. */
export function useUndo<Away extends Endpoint, Back extends Endpoint>(family: Family<Away, Back>) {
  const { toasts } = useApp();
  const invalidates = [family.list, readContact];
  const undo = useLastingSubmit(family.restore, {
    invalidates,
    onDone: () => toasts.show({ tone: 'good', text: `${family.thing} restored` }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  return useSubmit(family.remove, {
    invalidates,
    onFailed: (error) => toasts.show({ tone: 'bad', text: error.message }),
    onDone: (_reply, { params }) =>
      toasts.show({
        tone: 'info',
        text: `${family.thing} deleted`,
        action: { label: 'Undo', run: () => undo({ params } as unknown as Parameters<typeof undo>[0]) },
      }),
  });
}
