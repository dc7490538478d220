import { useBlocker } from '@tanstack/react-router';
import { Suspense } from 'react';
import { UploadRow } from './UploadRow.tsx';
import type { Sending } from './use-uploads.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './files.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

interface UploadListProps {
  contactId: number;
  sending: readonly Sending[];
  onEnded: (id: number) => void;
}

/** Uploads in progress and failed uploads. */
export function UploadList({ contactId, sending, onEnded }: UploadListProps) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname,
    enableBeforeUnload: true,
    withResolver: true,
  });
  return (
    <>
      <ul className="file-uploads" aria-label="Uploads">
        {sending.map(({ id, file, kind }) => (
          <UploadRow key={id} file={file} place={{ contactId, kind }} onEnded={() => onEnded(id)} />
        ))}
      </ul>
      {leaving.status === 'blocked' ? (
        <Suspense>
          <AlertDialog
            open
            title="Leave before uploads finish?"
            confirmLabel="Leave anyway"
            cancelLabel="Stay here"
            destructive
            onConfirm={leaving.proceed}
            onCancel={leaving.reset}
          >
            <p>Files still uploading will be lost. You can use this contact's other tabs while you wait.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </>
  );
}
