import type { ErrorComponentProps } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { ErrorScreen } from '../_kit/ErrorScreen.tsx';

/** In place of a page that broke, with the request that broke it. */
export function Crash({ error }: Pick<ErrorComponentProps, 'error'>) {
  const [copied, setCopied] = useState(false);
  const requestId = error instanceof ApiError ? error.requestId : null;
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
