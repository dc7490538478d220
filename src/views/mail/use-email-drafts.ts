import { textDraftsStore } from '../../store/text-drafts.store.ts';
import { useApp } from '../_base/use-app.ts';
import { useDraft } from '../timeline/use-draft.ts';
import {
  EMAIL_DRAFTS,
  type EmailDraft,
  inHand,
  laidAside,
  type SentEmail,
  takenUp,
  withoutDraft,
  withoutSent,
  written,
} from './email-drafts.ts';

/** Changes what is stored now, which may not be what was shown: a message outlives its page. */
const change = (how: (stored: string) => string): void => {
  const stored = textDraftsStore.getSnapshot().context.texts[EMAIL_DRAFTS] ?? '';
  textDraftsStore.trigger.written({ key: EMAIL_DRAFTS, text: how(stored) });
};

/** The e-mails that are written and not sent; they survive leaving the page, a reload and each other. */
export function useEmailDrafts() {
  const [stored] = useDraft(EMAIL_DRAFTS);
  const { toasts } = useApp();
  const takeUp = (draft: EmailDraft) => change((now) => takenUp(now, draft));
  return {
    draft: inHand(stored),
    aside: laidAside(stored),
    write: (what: Partial<EmailDraft>) => change((now) => written(now, what)),
    takeUp,
    forget: (sent: SentEmail) => change((now) => withoutSent(now, sent)),
    discard: (draft: EmailDraft) => {
      change((now) => withoutDraft(now, draft));
      toasts.show({ tone: 'info', text: 'Draft discarded', action: { label: 'Undo', run: () => takeUp(draft) } });
    },
  };
}
