import { useNavigate } from '@tanstack/react-router';
import { listBroadcasts, openMailingGroup, openSmsGroup } from '#contract/broadcasts.contract.ts';
import type { Broadcast, BroadcastChannel } from '#contract/broadcasts/broadcast.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import { useApp } from '../_base/use-app.ts';
import { useGate } from '../_base/use-gate.ts';
import { useSubmit } from '../_base/use-submit.ts';

/** Begins a draft to a selection and opens it. `refusals`: why a channel isn't available. */
export function useStartBroadcast() {
  const { toasts, user } = useApp();
  const navigate = useNavigate();
  const options = {
    invalidates: [listBroadcasts],
    onDone: ({ data }: { data: Broadcast }) =>
      void navigate({ to: '/broadcasts/$id/$step', params: { id: String(data.id), step: 'audience' } }),
    onFailed: ({ message }: { message: string }) => toasts.show({ tone: 'bad', text: message }),
  };
  const text = useSubmit(openSmsGroup, options);
  const mail = useSubmit(openMailingGroup, options);
  const broadcasts = useGate('broadcasts');
  const messages = useGate('messages');
  const role = user.permissions.includes('broadcasts.send') ? undefined : 'Your role does not include broadcasts.';
  const plan = broadcasts.allowed ? undefined : broadcasts.reason;
  const refusals: Readonly<Record<BroadcastChannel, string | undefined>> = {
    text: role ?? plan ?? (messages.allowed ? undefined : messages.reason),
    mail: role ?? plan,
  };
  return {
    refusals,
    isStarting: text.state === 'submitting' || mail.state === 'submitting',
    start: (channel: BroadcastChannel, selection: SelectionInput) =>
      (channel === 'text' ? text : mail).submit({ body: { selection } }),
  };
}
