import { aiEmail } from '../../store/ai-email.ts';
import type { StoredFor } from '../../store/stored-once.ts';
import { textDraftsStore } from '../../store/text-drafts.store.ts';
import { draftOfMax, EMAIL_DRAFTS, takenUp } from './email-drafts.ts';

/** Opens MAX's draft; the user's own is set aside. */
export function takeAiEmail(user: StoredFor): void {
  const email = aiEmail.take(user);
  if (email === null) return;
  const stored = textDraftsStore.getSnapshot().context.texts[EMAIL_DRAFTS] ?? '';
  textDraftsStore.trigger.written({ key: EMAIL_DRAFTS, text: takenUp(stored, draftOfMax(email)) });
}
