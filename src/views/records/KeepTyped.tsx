import { useBlocker } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';

const AlertDialog = lazy(async () => ({ default: (await import('../_kit/overlays/AlertDialog.tsx')).AlertDialog }));

interface KeepTypedProps {
  /** "the prescriptions" */
  what: string;
  /** Forgets what was typed. */
  onLeave: () => void;
}

/** While it is there, nobody leaves what they typed by mistake: it is kept nowhere else. */
export function KeepTyped({ what, onLeave }: KeepTypedProps) {
  const leaving = useBlocker({ shouldBlockFn: () => true, enableBeforeUnload: true, withResolver: true });
  if (leaving.status !== 'blocked') return null;
  return (
    <Suspense>
      <AlertDialog
        open
        title={`Leave ${what} unsaved?`}
        confirmLabel="Leave it unsaved"
        cancelLabel="Stay here"
        destructive
        onConfirm={() => {
          onLeave();
          leaving.proceed();
        }}
        onCancel={leaving.reset}
      >
        <p>What you typed is private and is kept nowhere in this browser. It is gone when you leave.</p>
      </AlertDialog>
    </Suspense>
  );
}
