import type { FastifyInstance } from 'fastify';
import {
  fillCampaignText,
  dryRunTrigger,
  readEnrollments,
  startSequence,
  stopEnrollment,
} from '#contract/sequences.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { dryRun } from './dry-run.service.ts';
import { fillText, listEnrollments, startManually, stopSequence } from './sequences.service.ts';

export function sequencesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, readEnrollments, ({ identity, params, query }) => listEnrollments(deps, identity, params.id, query));
  bind(app, dryRunTrigger, ({ identity, params, body }) => dryRun(deps, identity, params.id, body));
  bind(app, fillCampaignText, ({ identity, params, query }) =>
    fillText(deps, identity, params.id, query.campaign_trigger_id),
  );
  bindChange(app, stopEnrollment, async (call) => ({
    data: await stopSequence(deps, call, call.params.id),
  }));
  bindChange(app, startSequence, (call) => startManually(deps, call, call.params.id, call.body.campaign_trigger_id));
}
