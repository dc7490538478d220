import type { Deps } from '../../../deps.ts';
import type { JobHandlers } from '../../../jobs/runner.ts';
import { readKept } from './keep-mail.ts';

export const inboundJobs = (deps: Deps): JobHandlers => ({
  'mail.read': async (data) => void (await readKept(deps, data)),
});
