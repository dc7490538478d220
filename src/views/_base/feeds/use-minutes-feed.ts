import { useEffect } from 'react';
import { fetchDeviceToken, listMinutesRequests } from '#contract/phone.contract.ts';
import { observeMinutesStaleness } from '../../../actors/phone/minutes-staleness.ts';
import { useActors } from '../app-context.ts';

/** Keeps the user's minutes, and their downline's requests, up to date. */
export function useMinutesFeed(): void {
  const { cable, resources } = useActors();
  useEffect(() => {
    const feed = observeMinutesStaleness(cable).subscribe(() =>
      resources.invalidate([fetchDeviceToken, listMinutesRequests]),
    );
    return () => feed.unsubscribe();
  }, [cable, resources]);
}
