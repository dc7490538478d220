import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/files.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as attachments from './attachments.service.ts';
import { serveFileBytes } from './file-bytes.ts';
import * as service from './files.service.ts';

export function filesRoutes(app: FastifyInstance, deps: Deps): void {
  const placeOf = ({ id, fileId }: { id: number; fileId: number }) => ({ contactId: id, fileId });

  bind(app, contract.listFiles, ({ identity, params, query }) =>
    service.listFiles(deps, identity, { contactId: params.id, kind: 'file' }, query),
  );
  bind(app, contract.listCallFiles, ({ identity, params, query }) =>
    service.listFiles(deps, identity, { contactId: params.id, kind: 'call' }, query),
  );
  bind(app, contract.createFile, async (call) => ({
    data: await service.createFile(deps, call, call.params.id, call),
  }));
  bind(app, contract.updateFile, async (call) => ({
    data: await service.updateFile(deps, call, placeOf(call.params), call.body),
  }));
  bind(app, contract.deleteFile, (call) => service.deleteFile(deps, call, placeOf(call.params)));
  bind(app, contract.restoreFile, async (call) => ({
    data: await service.restoreFile(deps, call, placeOf(call.params)),
  }));
  bind(app, contract.downloadFile, async ({ identity, params }) => ({
    data: await service.linkToFile(deps, identity, placeOf(params)),
  }));
  bind(app, contract.previewFile, async ({ identity, params }) => ({
    data: await service.previewFile(deps, identity, placeOf(params)),
  }));
  serveFileBytes(app, deps);

  bind(app, contract.importAttachments, async (call) => ({
    data: await attachments.startAttachments(deps, call, { file: call.file, withLeads: false }),
  }));
  bind(app, contract.uploadAttachedLeads, async (call) => ({
    data: await attachments.startAttachments(deps, call, { file: call.file, withLeads: true }),
  }));
  bind(app, contract.listAttachmentImports, ({ identity, query }) =>
    attachments.listAttachmentImports(deps, identity, query),
  );
  bind(app, contract.readAttachmentImport, async ({ identity, params }) => ({
    data: await attachments.readAttachmentImport(deps, identity, params.attachmentImportId),
  }));
  bind(app, contract.listUnmatchedFiles, ({ identity, params, query }) =>
    attachments.listUnmatchedFiles(deps, identity, params.attachmentImportId, query),
  );
  bind(app, contract.cancelAttachmentImport, async (call) => ({
    data: await attachments.cancelAttachments(deps, call, call.params.attachmentImportId),
  }));
}
