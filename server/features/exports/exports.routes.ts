import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/exports.contract.ts';
import type { ExportFormat } from '#contract/exports.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { exportConnections } from './export-connections.ts';
import * as service from './exports.service.ts';

const TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export function exportsRoutes(app: FastifyInstance, deps: Deps): void {
  const use = { deps, connections: exportConnections(app, deps) };

  bind(app, contract.exportContacts, async ({ body, params, reply, ...caller }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const { id, stream } = await service.beginExport(use, caller, { ...body, format: params.format }, gone.signal);
    void reply
      .type(TYPES[params.format])
      .header('content-disposition', `attachment; filename="contacts.${params.format}"`)
      .header(contract.EXPORT_ID_HEADER, String(id));
    return stream;
  });
  bind(app, contract.listExports, ({ identity, query }) => service.listExports(deps, identity, query));
  bind(app, contract.readExport, async ({ identity, params }) => ({
    data: await service.readExport(deps, identity, params.id),
  }));
}
