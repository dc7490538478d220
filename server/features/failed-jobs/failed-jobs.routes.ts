import type { FastifyInstance } from 'fastify';
import {
  listFailedJobs,
  listQuietJobs,
  quietJobs,
  retryFailedJob,
  retryFailedJobs,
} from '#contract/failed-jobs.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { listFailed, retryAllFailed, retryFailed } from './failed-jobs.service.ts';

import { countQuietJobs, stopQuietJobs } from './quiet-jobs.service.ts';

export function failedJobsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listFailedJobs, ({ identity, query }) => listFailed(deps, identity, query));
  bind(app, retryFailedJob, ({ identity, requestId, params }) => retryFailed(deps, identity, requestId, params.jid));
  bind(app, retryFailedJobs, async ({ identity, requestId }) => ({
    data: { retried: await retryAllFailed(deps, identity, requestId) },
  }));
  bind(app, listQuietJobs, ({ identity }) => countQuietJobs(deps, identity));
  bind(app, quietJobs, ({ identity, requestId }) => stopQuietJobs(deps, identity, requestId));
}
