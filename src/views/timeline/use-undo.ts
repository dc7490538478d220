import type { Endpoint } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useLastingSubmit } from '../_base/use-lasting-submit.ts';

interface Undo {
  readonly invalidates: readonly Endpoint[];
  /** Confirmation after the undo. */
  readonly undone: string;
}

/** Shows a toast with an Undo that outlives the view and confirms its own result. */
export function useUndo<E extends Endpoint>(undo: E, { invalidates, undone }: Undo) {
  const { toasts } = useApp();
  const take = useLastingSubmit(undo, {
    invalidates,
    onDone: () => toasts.show({ tone: 'good', text: undone }),
    onFailed: (error, retry) =>
      toasts.show({ tone: 'bad', text: error.message, action: { label: 'Try again', run: retry } }),
  });
  return (text: string, args: Parameters<typeof take>[0]): void => {
    toasts.show({ tone: 'info', text, action: { label: 'Undo', run: () => take(args) } });
  };
}
