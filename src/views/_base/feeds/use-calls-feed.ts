import { useEffect } from 'react';
import { fetchCallLogs, listCalls } from '#contract/phone.contract.ts';
import { observeCallStaleness } from '../../../actors/phone/call-staleness.ts';
import { useActors } from '../app-context.ts';
import { useApp } from '../use-app.ts';

/** Keeps displayed calls up to date. */
export function useCallsFeed(): void {
  const { cable, resources } = useActors();
  const watches = useApp().user.permissions.includes('live.watch');
  useEffect(() => {
    const feed = observeCallStaleness(cable, watches).subscribe(() => resources.invalidate([listCalls, fetchCallLogs]));
    return () => feed.unsubscribe();
  }, [cable, resources, watches]);
}
