import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { composeIncoming } from '../../../actors/messages/incoming.ts';
import { unreadTexts } from '../../../store/unread-texts.ts';
import { useActors } from '../app-context.ts';
import { useApp } from '../use-app.ts';
import { usePageMachine } from '../use-page-machine.ts';

/** Announces and counts texts that come in, and keeps displayed conversations up to date. */
export function useTextsFeed(): void {
  const { api, cable, resources } = useActors();
  const { toasts } = useApp();
  const router = useRouter();
  const [machine] = useState(() =>
    composeIncoming({
      api,
      cable,
      resources,
      toast: (toast) => void toasts.show(toast),
      open: (href) => void router.navigate({ href }),
    }),
  );
  usePageMachine(machine);
  useEffect(() => () => unreadTexts.set(0), []);
}
