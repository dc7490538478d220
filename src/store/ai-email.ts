import { EmailTemplate } from '#contract/chat/reply.contract.ts';
import { storedOnce } from './stored-once.ts';

/** The e-mail that MAX has drafted, for the e-mail page to open with. */
export const aiEmail = storedOnce('ai-email', 1, EmailTemplate);
