import { createActor, fromEventObservable, fromPromise } from 'xstate';
import { countConversations } from '#contract/messages.contract.ts';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import { incomingMachine, type TextsView, textsViewOf } from '../../machines/messages/incoming.machine.ts';
import { observeTexts } from '../../realtime/messages.stream.ts';
import type { RunningTexts, TextsRun } from './messages-handle.ts';
import { STALE_BY_TEXTS } from './stale-by-texts.ts';
import { showTextNotice, threadHref } from './text-notice.ts';

/** Follows the texts of one user in this tab until it is stopped. */
export function runTexts(run: TextsRun): RunningTexts {
  const { api, cable, resources, toast, open, inspect, show } = run;
  const machine = incomingMachine.provide({
    actors: {
      broadcasts: fromEventObservable<TextsBroadcast | StreamBroadcast, undefined>(() => observeTexts(cable)),
      countUnread: fromPromise<number, undefined>(
        async ({ signal }) => (await api.call(countConversations, { body: { whose: 'mine' }, signal })).data.unread,
      ),
    },
    actions: {
      announce: (_, { text }) => {
        toast({
          id: `text-${text.text_id}`,
          tone: 'info',
          text: `New message from ${formatPhone(text.phone)}`,
          action: { label: 'Open', run: () => open(threadHref(text)) },
        });
        showTextNotice(text, open);
      },
      tellChanged: () => resources.invalidate(STALE_BY_TEXTS),
    },
  });
  const actor = createActor(machine, { inspect });
  let before: TextsView | null = null;
  const watching = actor.subscribe((snapshot) => {
    const view = textsViewOf(snapshot);
    if (view.unread === before?.unread) return;
    before = view;
    show(view);
  });
  actor.start();
  return {
    send: (command) => actor.send(command),
    stop: () => {
      watching.unsubscribe();
      actor.stop();
    },
  };
}
