import type { ListMeta } from '#contract/_wire.contract.ts';
import type { OutboxMail, OutboxText } from '#contract/mail.contract.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import type { Identity } from '../../identity.ts';
import { countMails, countTexts, selectMails, selectTexts } from './mail.sql.ts';

/** For features that decide whether a message leaves. */
export { removeMessage } from './mail.sql.ts';

/** Messages on one page. Ours. */
const PAGE = 50;

/** Contents of the account's embedded outbox. */
export const listMails = (
  deps: Deps,
  identity: Identity,
  page: number,
): Promise<{ data: OutboxMail[]; meta: ListMeta }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const mails = await selectMails(tx, PAGE, (page - 1) * PAGE);
    const total = await countMails(tx);
    return {
      data: mails.map((mail) => ({ ...mail, created_at: mail.created_at.toISOString() })),
      meta: metaOf(page, total),
    };
  });

/** The same of texts. */
export const listTexts = (
  deps: Deps,
  identity: Identity,
  page: number,
): Promise<{ data: OutboxText[]; meta: ListMeta }> =>
  withAccount(deps.pool, identity, async (tx) => {
    const texts = await selectTexts(tx, PAGE, (page - 1) * PAGE);
    const total = await countTexts(tx);
    return {
      data: texts.map((text) => ({ ...text, created_at: text.created_at.toISOString() })),
      meta: metaOf(page, total),
    };
  });

const metaOf = (page: number, total: number): ListMeta => ({
  current_page: page,
  limit: PAGE,
  total_count: total,
  total_pages: Math.max(1, Math.ceil(total / PAGE)),
});
