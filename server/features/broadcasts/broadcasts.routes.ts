import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/broadcasts.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange, type IncomingFile } from '../../http/bind.ts';
import * as changes from './broadcast-changes.service.ts';
import { attachPicture } from './draft/broadcast-picture.ts';
import * as broadcasts from './broadcasts.service.ts';
import * as drafts from './draft/drafts.service.ts';
import { dryRun } from './draft/dry-run.service.ts';
import * as recipients from './audience/recipients.service.ts';
import { sendBroadcast } from './send-broadcast.service.ts';
import { testEmail, testSms } from './draft/test-sends.service.ts';

export function broadcastsRoutes(app: FastifyInstance, deps: Deps): void {
  bindChange(app, contract.openMailingGroup, async (call) => ({
    data: await drafts.openGroup(deps, call, 'mail', call.body),
  }));
  bindChange(app, contract.openSmsGroup, async (call) => ({
    data: await drafts.openGroup(deps, call, 'text', call.body),
  }));
  bindChange(app, contract.sendTestEmail, (call) => testEmail(deps, call, call.body));
  bindChange(app, contract.sendTestSms, (call) => testSms(deps, call, call.body));
  bindChange(app, contract.sendBroadcastEmail, async (call) => ({
    data: await sendBroadcast(deps, call, 'mail', call.body),
  }));
  bindChange(app, contract.sendBroadcastSms, async (call) => ({
    data: await sendBroadcast(deps, call, 'text', call.body),
  }));

  bind(app, contract.listBroadcasts, ({ identity, query: { mine, running, ...query } }) =>
    broadcasts.listBroadcasts(deps, identity, { ...query, mine: mine === 'true', running: running === 'true' }),
  );
  bind(app, contract.readBroadcast, async ({ identity, params }) => ({
    data: await broadcasts.readBroadcast(deps, identity, params.id),
  }));
  bind(app, contract.listRecipients, ({ identity, params, query }) =>
    recipients.listRecipients(deps, identity, params.id, query),
  );
  bind(app, contract.findRecipient, ({ identity, params, query }) =>
    recipients.findRecipient(deps, identity, params.id, query),
  );
  bind(app, contract.previewRecipient, async ({ identity, params, query }) => ({
    data: await recipients.previewRecipient(deps, identity, params.id, query.position ?? null),
  }));
  bind(app, contract.dryRunBroadcast, async ({ identity, params }) => ({
    data: await dryRun(deps, identity, params.id),
  }));

  bindChange(app, contract.updateBroadcast, async (call) => ({
    data: await drafts.updateBroadcast(deps, call, call.params.id, call.body),
  }));
  bind(app, contract.attachBroadcastPicture, async (call) => ({
    data: await attachPicture(deps, call, call.params.id, call.file as IncomingFile),
  }));
  bindChange(app, contract.unscheduleBroadcast, async (call) => ({
    data: await changes.unscheduleBroadcast(deps, call, call.params.id),
  }));
  bindChange(app, contract.pauseBroadcast, async (call) => ({
    data: await changes.pauseBroadcast(deps, call, call.params.id),
  }));
  bindChange(app, contract.resumeBroadcast, async (call) => ({
    data: await changes.resumeBroadcast(deps, call, call.params.id),
  }));
  bindChange(app, contract.stopBroadcast, async (call) => ({
    data: await changes.stopBroadcast(deps, call, call.params.id),
  }));
  bindChange(app, contract.deleteBroadcast, (call) => drafts.deleteBroadcast(deps, call, call.params.id));
}
