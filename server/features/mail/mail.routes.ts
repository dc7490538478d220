import type { FastifyInstance } from 'fastify';
import { listOutboxMails, listOutboxTexts } from '#contract/mail.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { listMails, listTexts } from './mail.service.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listOutboxMails, ({ identity, query }) => listMails(deps, identity, query.page));
  bind(app, listOutboxTexts, ({ identity, query }) => listTexts(deps, identity, query.page));
}
