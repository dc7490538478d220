import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { composeIncoming } from '../../actors/messages/incoming.ts';
import { unreadTexts } from '../../store/unread-texts.ts';
import { useActors } from '../_base/app-context.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';

/** Announces and counts texts that come in, on every page of a user who texts. Shows nothing. */
export function IncomingTexts() {
  const { user } = useApp();
  const gate = useGate('messages');
  return gate.allowed && user.permissions.includes('contacts.read') ? <Following key={user.id} /> : null;
}

function Following() {
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
  return null;
}
