import { Suspense, useState } from 'react';
import type { CallArgs, Endpoint } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface RemoveStoredProps<E extends Endpoint> {
  /** "Logo of Silver Oak Life" */
  what: string;
  endpoint: E;
  args: Omit<CallArgs<E>, 'signal' | 'idempotencyKey'>;
  /** Reads that show it. */
  shown: readonly Endpoint[];
}

/** Removes a stored file of a record after a question, because its bytes can't be restored. */
export function RemoveStored<E extends Endpoint>({ what, endpoint, args, shown }: RemoveStoredProps<E>) {
  const { toasts } = useApp();
  const [isAsked, setIsAsked] = useState(false);
  const remove = useSubmit(endpoint, {
    invalidates: shown,
    onDone: () => {
      toasts.show({ tone: 'good', text: `${what} removed` });
      setIsAsked(false);
    },
    onFailed: ({ message }) => toasts.show({ tone: 'bad', text: message }),
  });
  return (
    <>
      <Button size="small" look="danger" onClick={() => setIsAsked(true)}>
        Remove<span className="sr"> {what}</span>
      </Button>
      <Suspense>
        {isAsked ? (
          <AlertDialog
            title={`Remove ${what}?`}
            open
            destructive
            confirmLabel="Remove"
            cancelLabel="Keep it"
            busy={remove.state === 'submitting'}
            onConfirm={() => remove.submit(args)}
            onCancel={() => setIsAsked(false)}
          >
            <p>You can't undo this.</p>
          </AlertDialog>
        ) : null}
      </Suspense>
    </>
  );
}
