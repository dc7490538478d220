import type { ErrorComponentProps } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { ErrorScreen } from '../_kit/ErrorScreen.tsx';
import { AppContext } from './app-context.ts';

/** In place of a page that broke: reports the fault and shows the number under which it is known. */
export function Crash({ error }: Pick<ErrorComponentProps, 'error'>) {
  const actors = use(AppContext);
  const [requestId, setRequestId] = useState<string | null>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    void actors?.reportCrash(error).then(setRequestId);
  }, [actors, error]);
  const copy = (id: string) => {
    navigator.clipboard?.writeText(id).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <ErrorScreen
      onReload={() => location.reload()}
      home={{ href: '/', label: 'Go to the start' }}
      request={requestId === null ? undefined : { id: requestId, copied, onCopy: copy }}
    />
  );
}
