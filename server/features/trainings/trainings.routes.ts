import type { FastifyInstance } from 'fastify';
import type { Body, Params, Query } from '#contract/endpoint.ts';
import { trainings } from '#contract/trainings.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { pageRows, readRow } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import * as service from './trainings.service.ts';
import { TRAININGS } from './trainings.table.ts';

type Named = Params<typeof trainings.read>;

export const trainingsRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, trainings, TRAININGS, {
    list: async ({ identity, query }) => {
      const page = await pageRows(deps, identity, TRAININGS, query as Query<typeof trainings.list>);
      return { ...page, data: page.data.map((row) => service.trainingOf(deps, identity, row)) };
    },
    read: async ({ identity, params }) => {
      const row = await readRow(deps, identity, trainings, TRAININGS, (params as Named).id);
      return { data: service.trainingOf(deps, identity, row) };
    },
    create: async (call) => {
      const row = await service.createTraining(deps, call, { body: call.body as Values, file: call.file });
      return { data: service.trainingOf(deps, call.identity, row) };
    },
    update: async (call) => {
      const written = { body: (call.body ?? {}) as Values, file: call.file };
      const row = await service.updateTraining(deps, call, (call.params as Named).id, written);
      return { data: service.trainingOf(deps, call.identity, row) };
    },
    remove: (call) => service.removeTraining(deps, call, (call.params as Named).id),
    sections: async ({ identity }) => ({ data: await service.listSections(deps, identity) }),
    removeSection: async (call) => ({ data: await service.removeSection(deps, call, (call.params as Named).id) }),
    restore: (call) => service.restoreTrainings(deps, call, (call.body as Body<typeof trainings.restore>).ids),
    place: (call) => service.placeTrainings(deps, call, (call.body as Body<typeof trainings.place>).ids),
    people: ({ identity, params, query }) =>
      service.listPeople(deps, identity, (params as Named).id, query as Query<typeof trainings.people>),
    mine: async ({ identity }) => ({ data: await service.listOwn(deps, identity) }),
    progress: async (call) => {
      const { done } = (call.body ?? {}) as Body<typeof trainings.progress>;
      return { data: await service.recordProgress(deps, call, (call.params as Named).id, done) };
    },
  });
