import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface KeepTypedProps {
  /** "the prescriptions" */
  what: string;
  /** Forgets what was typed. */
  onLeave: () => void;
}

/** Warns before leaving typed text, which isn't stored anywhere else. */
export function KeepTyped({ what, onLeave }: KeepTypedProps) {
  const leaving = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <AlertDialog
        open
        title={`Leave without saving ${what}?`}
        confirmLabel="Leave without saving"
        cancelLabel="Stay here"
        destructive
        onConfirm={() => {
          onLeave();
          leaving.proceed();
        }}
        onCancel={leaving.reset}
      >
        <p>For privacy, your changes aren't stored in this browser. They're lost when you leave.</p>
      </AlertDialog>
    </Suspense>
  );
}
