import { fromEventObservable, fromPromise } from 'xstate';
import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { TextsBroadcast } from '#contract/messages/broadcasts.contract.ts';
import { countConversations } from '#contract/messages.contract.ts';
import { formatPhone } from '#rules/phone/phone-number.ts';
import type { ApiClient } from '../../api/client.ts';
import type { Toast } from '../../machines/_toasts/toasts.machine.ts';
import { incomingMachine } from '../../machines/messages/incoming.machine.ts';
import type { Cable } from '../../realtime/cable.ts';
import { observeTexts } from '../../realtime/messages.stream.ts';
import { unreadTexts } from '../../store/unread-texts.ts';
import type { Resources } from '../_resource.actors.ts';
import { STALE_BY_TEXTS } from './stale-by-texts.ts';
import { mailHref, showMailNotice, showTextNotice, threadHref } from './text-notice.ts';

interface Around {
  readonly api: ApiClient;
  readonly cable: Cable;
  readonly resources: Pick<Resources, 'invalidate'>;
  readonly toast: (toast: Omit<Toast, 'id'>) => void;
  /** Opens a page of the app in this tab. */
  readonly open: (href: string) => void;
}

/** The machine of texts that come in, on every page. */
export const composeIncoming = ({ api, cable, resources, toast, open }: Around) =>
  incomingMachine.provide({
    actors: {
      broadcasts: fromEventObservable<TextsBroadcast | StreamBroadcast, undefined>(() => observeTexts(cable)),
      countUnread: fromPromise<number, undefined>(
        async ({ signal }) => (await api.call(countConversations, { body: { whose: 'mine' }, signal })).data.unread,
      ),
    },
    actions: {
      announce: (_, { text }) => {
        toast({
          tone: 'info',
          text: `New message from ${formatPhone(text.phone)}`,
          action: { label: 'Open', run: () => open(threadHref(text)) },
        });
        showTextNotice(text, open);
      },
      announceMail: (_, { mail }) => {
        toast({
          tone: 'info',
          text: `New e-mail from ${mail.name || 'a contact'}`,
          action: { label: 'Open', run: () => open(mailHref(mail)) },
        });
        showMailNotice(mail, open);
      },
      announceLead: (_, { lead }) =>
        toast({
          tone: 'info',
          text: `New request from your page: ${lead.name}`,
          action: { label: 'Open', run: () => open(`/contacts/${lead.contact_number}`) },
        }),
      tellUnread: (_, { unread }) => unreadTexts.set(unread),
      tellChanged: () => resources.invalidate(STALE_BY_TEXTS),
    },
  });
