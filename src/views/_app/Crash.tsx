import type { ErrorComponentProps } from '@tanstack/react-router';
import { use, useEffect, useState } from 'react';
import type { AppActors } from '../../actors/root.ts';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { ErrorScreen } from '../_kit/states/ErrorScreen.tsx';
import { AppContext } from '../_base/app-context.ts';
import { surroundingsOf } from '../_base/machines/surroundings.ts';
import { machinesText } from '../machines/machines-text.ts';

/** In place of a page that broke: reports the fault and shows the number under which it is known. */
export function Crash({ error }: Pick<ErrorComponentProps, 'error'>) {
  const actors = use(AppContext);
  const [requestId, setRequestId] = useState<string | null>(null);
  usePageTitle('An Error Occurred');
  const report = ({ boot, cable, recorder }: AppActors, now = Date.now()) =>
    machinesText(surroundingsOf({ boot, cable }, now, { error, requestId }), recorder.getSnapshot(), now);
  useEffect(() => {
    void actors?.reportCrash(error).then(setRequestId);
  }, [actors, error]);
  return (
    <ErrorScreen
      onReload={() => location.reload()}
      home={{ href: '/', label: 'Go to home page' }}
      requestId={requestId}
      textOfReport={actors ? () => report(actors) : undefined}
    />
  );
}
