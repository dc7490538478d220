import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react';
import { type Sending, type Uploads, UploadsContext } from './use-uploads.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const UploadList = lazyPart(() => import('./UploadList.tsx'), 'UploadList');

interface UploadsFrameProps {
  contactId: number;
  children: ReactNode;
}

/** Holds the uploads of a contact around its tabs: leaving a tab ends none. */
export function UploadsFrame({ contactId, children }: UploadsFrameProps) {
  const [sending, setSending] = useState<readonly Sending[]>([]);
  const counter = useRef(0);
  const uploads = useMemo<Uploads>(
    () => ({
      sending,
      take: (kind, files) =>
        setSending((now) => [...now, ...files.map((file) => ({ id: (counter.current += 1), file, kind }))]),
    }),
    [sending],
  );
  return (
    <UploadsContext value={uploads}>
      {sending.length > 0 ? (
        <Suspense>
          <UploadList
            contactId={contactId}
            sending={sending}
            onEnded={(id) => setSending((now) => now.filter((one) => one.id !== id))}
          />
        </Suspense>
      ) : null}
      {children}
    </UploadsContext>
  );
}
