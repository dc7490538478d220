import type { ErrorComponentProps } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { ErrorScreen } from '../_kit/states/ErrorScreen.tsx';
import { AppContext } from './app-context.ts';
import { reportOf } from './machines-report.ts';

/** In place of a page that broke: reports the fault and shows the number under which it is known. */
export function Crash({ error }: Pick<ErrorComponentProps, 'error'>) {
  const actors = use(AppContext);
  const [requestId, setRequestId] = useState<string | null>(null);
  usePageTitle('An error occurred');
  useEffect(() => {
    void actors?.reportCrash(error).then(setRequestId);
  }, [actors, error]);
  return (
    <ErrorScreen
      onReload={() => location.reload()}
      home={{ href: '/', label: 'Go to the start' }}
      requestId={requestId}
      textOfReport={actors ? () => reportOf(actors, undefined, { error, requestId }) : undefined}
    />
  );
}
