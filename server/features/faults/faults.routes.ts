import type { FastifyInstance } from 'fastify';
import { reportFault } from '#contract/faults.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';

export function faultsRoutes(app: FastifyInstance, { log }: Deps): void {
  bind(app, reportFault, async ({ body, identity, requestId }) => {
    log.error({ fault: body, userId: identity?.userId ?? null, request_id: requestId }, 'a fault in the browser');
    return { data: { request_id: requestId } };
  });
}
