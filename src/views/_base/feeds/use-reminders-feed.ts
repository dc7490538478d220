import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import { composeReminders } from '../../../actors/events.actors.ts';
import { useActors } from '../app-context.ts';
import { useApp } from '../use-app.ts';
import { usePageMachine } from '../use-page-machine.ts';

/** Announces events of the current user that are about to begin. */
export function useRemindersFeed(): void {
  const { cable } = useActors();
  const { toasts, user } = useApp();
  const router = useRouter();
  const [machine] = useState(() =>
    composeReminders({
      cable,
      zone: IANA_ZONES[user.timezone],
      toast: (toast) => void toasts.show(toast),
      open: (href) => void router.navigate({ href }),
    }),
  );
  usePageMachine(machine, { input: { now: Date.now } });
}
