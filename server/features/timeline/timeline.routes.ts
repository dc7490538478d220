import type { FastifyInstance } from 'fastify';
import { logActivity, removeActivity, restoreActivity } from '#contract/timeline/activities.contract.ts';
import {
  forceVerifyEmail,
  listEmailLogs,
  recordEmail,
  sendEmail,
  sendEmailAgain,
  validateEmail,
} from '#contract/timeline/emails.contract.ts';
import { listTransferHistory, listWorkflowLogs, readTimeline } from '#contract/timeline.contract.ts';
import { dnsMailServers } from '../../adapters/mail/mail-servers.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as activities from './activities.service.ts';
import * as check from './email-check.service.ts';
import * as emails from './emails.service.ts';
import * as timeline from './timeline.service.ts';

export function timelineRoutes(app: FastifyInstance, deps: Deps): void {
  const servers = dnsMailServers(deps.config.dnsServers);

  bind(app, readTimeline, ({ identity, params, query }) => timeline.readTimeline(deps, identity, params.id, query));
  bind(app, listWorkflowLogs, ({ identity, params, query }) =>
    timeline.listWorkflowLogs(deps, identity, params.id, query),
  );
  bind(app, listTransferHistory, ({ identity, params, query }) =>
    timeline.listTransferHistory(deps, identity, params.id, query),
  );

  bindChange(app, logActivity, async (call) => ({
    data: await activities.logActivity(deps, call, call.params.id, call.body),
  }));
  bindChange(app, removeActivity, (call) =>
    activities.removeActivity(deps, call, { contactId: call.params.id, activityId: call.params.activityId }),
  );
  bindChange(app, restoreActivity, async ({ params, ...call }) => ({
    data: await activities.restoreActivity(deps, call, { contactId: params.id, activityId: params.activityId }),
  }));

  bind(app, listEmailLogs, ({ identity, params, query }) => emails.listEmailLogs(deps, identity, params.id, query));
  bind(app, sendEmail, async (call) => ({ data: await emails.sendEmail(deps, call, call.params.id, call.body) }));
  bind(app, sendEmailAgain, async ({ params, ...call }) => ({
    data: await emails.sendEmailAgain(deps, call, { contactId: params.id, emailId: params.emailId }),
  }));
  bind(app, recordEmail, async (call) => ({ data: await emails.recordEmail(deps, call, call.params.id, call.body) }));
  bind(app, validateEmail, async (call) => ({
    data: await check.validateEmail(deps, call, call.params.id, servers),
  }));
  bindChange(app, forceVerifyEmail, async (call) => ({
    data: await check.forceVerifyEmail(deps, call, call.params.id),
  }));
}
