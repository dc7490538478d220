import { fromPromise } from 'xstate';
import { workflowFlows } from '#contract/workflows.contract.ts';
import type { ApiClient } from '../api/client.ts';
import { asApiError } from '../api/errors.ts';
import { type DraftAnswer, type DraftWrite, editorMachine } from '../machines/workflows/editor.machine.ts';
import type { Resources } from './_resource.actors.ts';

/** Fills the ports of `src/machines/workflows/*`. */
export const composeWorkflows = (api: ApiClient, resources: Resources) => ({
  workflowEditor: editorMachine.provide({
    actors: {
      storeDraft: fromPromise<DraftAnswer, DraftWrite>(async ({ input: { key, id, definition, version } }) => {
        try {
          const body = { definition, version };
          const { data } = await api.call(workflowFlows.update, { params: { id }, body, idempotencyKey: key });
          resources.invalidate([workflowFlows.read, workflowFlows.list]);
          return { version: data.version };
        } catch (error) {
          const failure = asApiError(error);
          if (failure.code === 'conflict') return { conflict: failure.message };
          throw failure;
        }
      }),
    },
  }),
});
