import type { FastifyInstance } from 'fastify';
import type { Body, Params, Query } from '#contract/endpoint.ts';
import { reports } from '#contract/reports.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { dispositionOf } from '../../http/download.ts';
import { goneOf } from './cancelable.ts';
import { reportFile } from './report-file.ts';
import * as service from './reports.service.ts';
import { REPORTS } from './reports.table.ts';
import { scheduleReport, unscheduleReport } from './schedules/schedule-report.service.ts';

type Named = Params<typeof reports.read>;

export const reportsRoutes = (app: FastifyInstance, deps: Deps): void =>
  bindResource(app, deps, reports, REPORTS, {
    list: ({ identity, query }) => service.listReports(deps, identity, query as Query<typeof reports.list>),
    types: () => Promise.resolve({ data: service.reportTypes() }),
    createdBy: async ({ identity }) => ({ data: await service.listCreators(deps, identity) }),
    create: async (call) => ({
      data: await service.createReport(deps, call, call.body as Body<typeof reports.create>),
    }),
    refresh: async (call) => {
      const { id } = call.params as Named;
      const body = (call.body ?? {}) as Body<typeof reports.refresh>;
      return { data: await service.refreshReport(deps, call, { id, body, gone: goneOf(call.reply) }) };
    },
    remove: (call) => service.removeReport(deps, call, (call.params as Named).id),
    restore: async (call) => ({ data: await service.restoreReport(deps, call, (call.params as Named).id) }),
    schedule: async (call) => {
      const { id } = call.params as Named;
      return { data: await scheduleReport(deps, call, id, call.body as Body<typeof reports.schedule>) };
    },
    unschedule: async (call) => ({ data: await unscheduleReport(deps, call, (call.params as Named).id) }),
    rows: ({ identity, params, query, reply }) => {
      const wanted = { ...(query as Query<typeof reports.rows>), gone: goneOf(reply) };
      return service.listRows(deps, identity, (params as Named).id, wanted);
    },
    file: async ({ identity, query, reply }) => {
      const { id } = query as Query<typeof reports.file>;
      const { report, result } = await service.numbersOf(deps, identity, id, goneOf(reply));
      void reply
        .type('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
        .header('content-disposition', dispositionOf(`${report.type}.xlsx`));
      return reportFile(report, result);
    },
  });
