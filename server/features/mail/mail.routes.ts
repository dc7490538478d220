import type { FastifyInstance } from 'fastify';
import { listOutboxMails } from '#contract/mail.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { listMails } from './mail.service.ts';

export function mailRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listOutboxMails, ({ identity, query }) => listMails(deps, identity, query.page));
}
