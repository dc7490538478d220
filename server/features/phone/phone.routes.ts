import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/phone.contract.ts';
import { listColleagues } from '#contract/phone/colleagues.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as controls from './calls/call-controls.service.ts';
import * as notes from './calls/call-notes.service.ts';
import * as colleagues from './numbers/colleagues.service.ts';
import * as matches from './numbers/find-by-number.service.ts';
import * as lists from './calls/list-calls.service.ts';
import { startCall } from './calls/start-call.service.ts';

export function phoneRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.fetchActiveCalls, async ({ identity }) => ({ call_list: await lists.listActive(deps, identity) }));
  bind(app, contract.fetchHistoricalCalls, async ({ identity }) => ({
    call_history: await lists.listRecent(deps, identity),
  }));
  bind(app, contract.listCalls, ({ identity, query }) => lists.listCalls(deps, identity, query));
  bind(app, listColleagues, async ({ identity, query }) => ({
    data: await colleagues.listColleagues(deps, identity, query.q),
  }));
  bind(app, contract.fetchCallLogs, async ({ identity, body }) => ({
    data: await lists.readLog(deps, identity, body.call_id),
  }));
  bind(app, contract.fetchAssociatedContact, async ({ identity, body }) => ({
    contact: await matches.findContact(deps, identity, body.phone_number),
  }));
  bind(app, contract.fetchAssociatedContacts, async ({ identity, body }) => ({
    contacts: await matches.findContacts(deps, identity, body.phone_number),
  }));
  bind(app, contract.startCall, async ({ body, ...caller }) => ({ data: await startCall(deps, caller, body) }));
  bind(app, contract.hangupCall, async ({ body, ...caller }) => ({
    data: await controls.hangUp(deps, caller, body.call_id),
  }));
  bind(app, contract.holdCall, async ({ identity, body }) => ({
    data: await controls.hold(deps, identity, { id: body.call_id, held: body.held }),
  }));
  bind(app, contract.transferCall, async ({ body, ...caller }) => ({
    data: await controls.transfer(deps, caller, { id: body.call_id, written: body.phone_number }),
  }));
  bind(app, contract.noteCall, async ({ body, ...caller }) => ({ data: await notes.noteCall(deps, caller, body) }));
  bind(app, contract.linkCall, async ({ body, ...caller }) => ({ data: await notes.linkCall(deps, caller, body) }));
  bind(app, contract.noteCallEvents, ({ body, ...caller }) => notes.noteBrowserEvents(deps, caller, body));
}
