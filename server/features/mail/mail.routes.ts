import type { FastifyInstance } from 'fastify';
import { checkSendingDomain, showSendingDomain } from '#contract/mail/sending-domain.contract.ts';
import { listOutboxMails, listOutboxTexts } from '#contract/mail.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { checkDomain, readSendingDomain } from './domain/sending-domain.service.ts';
import { listMails, listTexts } from './mail.service.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listOutboxMails, ({ identity, query }) => listMails(deps, identity, query.page));
  bind(app, listOutboxTexts, ({ identity, query }) => listTexts(deps, identity, query.page));
  bind(app, showSendingDomain, async ({ identity }) => ({ data: await readSendingDomain(deps, identity) }));
  // The DNS is outside of the transaction.
  bind(app, checkSendingDomain, async (call) => ({ data: await checkDomain(deps, call) }));
}
