import { reportFault } from '#contract/faults.contract.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiError } from '../../api/errors.ts';

/**
 * Reports an error to the server; returns its number in the server's log, or `null` when the report wasn't delivered.
 */
export type ReportCrash = (error: unknown) => Promise<string | null>;

export const createReportCrash =
  (api: ApiClient, location: Location): ReportCrash =>
  async (error) => {
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    const body = {
      message: message.slice(0, 1_000),
      stack: stack.slice(0, 8_000),
      path: location.pathname.slice(0, 500),
      request_id: error instanceof ApiError ? error.requestId : null,
    };
    try {
      return (await api.call(reportFault, { body })).data.request_id;
    } catch {
      return null;
    }
  };
