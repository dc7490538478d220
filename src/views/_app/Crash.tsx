import type { ErrorComponentProps } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import { loadsLate } from '../../actors/_frame/late-part.ts';
import { loadPart } from '../../actors/_frame/load-part.ts';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { ErrorScreen } from '../_kit/states/ErrorScreen.tsx';
import { AppContext } from '../_base/app-context.ts';

const loadDetails = () => loadPart(() => import('./crash-details.ts'));

type Details = Awaited<ReturnType<typeof loadDetails>>['crashDetails'];

/** Milliseconds after the start: what a page needs comes first. Ours. */
const DETAILS_LOAD_MS = 5_000;

/** Loads what writes the details of a crash, while the server still has it: a crash may be its loss. */
export const keepCrashDetails = (): void => void loadsLate(DETAILS_LOAD_MS, loadDetails)().catch(() => undefined);

/** In place of a page that broke: reports the fault and shows the number under which it is known. */
export function Crash({ error }: Pick<ErrorComponentProps, 'error'>) {
  const actors = use(AppContext);
  const [requestId, setRequestId] = useState<string | null>(null);
  const [details, setDetails] = useState<{ readonly of: Details } | null>(null);
  usePageTitle('An Error Occurred');
  useEffect(() => {
    void actors?.reportCrash(error).then(setRequestId);
  }, [actors, error]);
  useEffect(() => {
    loadDetails().then(
      ({ crashDetails }) => setDetails({ of: crashDetails }),
      () => undefined,
    );
  }, []);
  return (
    <ErrorScreen
      onReload={() => location.reload()}
      home={{ href: '/', label: 'Go to home page' }}
      requestId={requestId}
      textOfReport={actors && details ? () => details.of(actors, { error, requestId }) : undefined}
    />
  );
}
