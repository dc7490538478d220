import { fromPromise } from 'xstate';
import { reports } from '#contract/reports.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { type ReportOrder, reportMachine } from '../machines/reports/report.machine.ts';
import type { Resources } from './_resource.actors.ts';

/** Fills the ports of `src/machines/reports/*`. */
export const composeReports = (api: ApiClient, resources: Resources) => ({
  report: reportMachine.provide({
    actors: {
      compute: fromPromise<void, ReportOrder>(async ({ input: { id, key }, signal }) => {
        await api.call(reports.refresh, { params: { id }, body: {}, idempotencyKey: key, signal });
      }),
    },
    actions: { tellChanged: () => resources.invalidate([reports.list, reports.read, reports.rows]) },
  }),
});
