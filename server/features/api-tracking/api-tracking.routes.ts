import type { FastifyInstance } from 'fastify';
import {
  downloadApiRequests,
  downloadTrackedKeys,
  listApiRequests,
  listTrackedKeys,
  revokeTrackedKey,
  updateTrackedKey,
} from '#contract/api-tracking.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { csvFile } from '../../http/download.ts';
import { changeKey, keyLines, listKeys, listRequests, requestLines, revokeKey } from './api-tracking.service.ts';
import { logApiRequests } from './request-log.ts';

export function apiTrackingRoutes(app: FastifyInstance, deps: Deps): void {
  logApiRequests(app, deps);
  bind(app, listApiRequests, ({ identity, query }) => listRequests(deps, identity, query));
  bind(app, downloadApiRequests, async ({ identity, query, reply }) =>
    csvFile(reply, 'api-requests.csv', await requestLines(deps, identity, query)),
  );
  bind(app, listTrackedKeys, ({ identity, query }) => listKeys(deps, identity, query));
  bind(app, downloadTrackedKeys, async ({ identity, query, reply }) =>
    csvFile(reply, 'api-keys.csv', await keyLines(deps, identity, query)),
  );
  bindChange(app, updateTrackedKey, async ({ params, body, ...caller }) => ({
    data: await changeKey(deps, caller, params.id, body),
  }));
  bindChange(app, revokeTrackedKey, ({ params, ...caller }) => revokeKey(deps, caller, params.id));
}
