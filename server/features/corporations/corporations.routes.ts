import type { FastifyInstance } from 'fastify';
import { corporations } from '#contract/corporations.contract.ts';
import type { Params, Query } from '#contract/endpoint.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { pageRows, readRow } from '../../resource/resource.service.ts';
import type { Values } from '../../resource/table.ts';
import { corporationOf, createCorporation, updateCorporation } from './corporations.service.ts';
import { CORPORATIONS } from './corporations.table.ts';

export const corporationsRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, corporations, CORPORATIONS, {
    list: async ({ identity, query }) => {
      const page = await pageRows(deps, identity, CORPORATIONS, query as Query<typeof corporations.list>);
      return { ...page, data: page.data.map((row) => corporationOf(deps, identity, row)) };
    },
    read: async ({ identity, params }) => {
      const { id } = params as Params<typeof corporations.read>;
      return { data: corporationOf(deps, identity, await readRow(deps, identity, corporations, CORPORATIONS, id)) };
    },
    create: async (call) => {
      const row = await createCorporation(deps, call, { body: call.body as Values, file: call.file });
      return { data: corporationOf(deps, call.identity, row) };
    },
    update: async (call) => {
      const { id } = call.params as Params<typeof corporations.update>;
      const row = await updateCorporation(deps, call, id, { body: (call.body ?? {}) as Values, file: call.file });
      return { data: corporationOf(deps, call.identity, row) };
    },
  });
