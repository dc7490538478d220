import type { FastifyInstance } from 'fastify';
import { downloadAuditEntries, listAuditEntries } from '#contract/audit-log.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import { entryLines, listEntries } from './audit-log.service.ts';

export function auditLogRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listAuditEntries, ({ identity, query }) => listEntries(deps, identity, query));
  bind(app, downloadAuditEntries, async ({ identity, query, reply }) =>
    csvFile(reply, 'audit-log.csv', await entryLines(deps, identity, query)),
  );
}
