import type { FastifyInstance } from 'fastify';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import type { Params, Query } from '#contract/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { listChoices } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import { createTrigger, readTriggerFile, updateTrigger } from './campaign-triggers.service.ts';
import { TRIGGERS, usableBy } from './campaign-triggers.table.ts';

type Choices = Query<typeof campaignTriggers.emailChoices>;

export const campaignTriggersRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, campaignTriggers, TRIGGERS, {
    create: async (call) => ({
      data: await createTrigger(deps, call, { body: call.body as Values, file: call.file }),
    }),
    update: async (call) => {
      const { id } = call.params as Params<typeof campaignTriggers.update>;
      return { data: await updateTrigger(deps, call, id, { body: (call.body ?? {}) as Values, file: call.file }) };
    },
    emailChoices: async ({ identity, query }) => ({
      data: await listChoices(deps, identity, usableBy(identity, 'email', (query as Choices).show_on)),
    }),
    smsChoices: async ({ identity, query }) => ({
      data: await listChoices(deps, identity, usableBy(identity, 'sms', (query as Choices).show_on)),
    }),
    readFile: ({ identity, params }) =>
      readTriggerFile(deps, identity, (params as Params<typeof campaignTriggers.readFile>).id),
  });
