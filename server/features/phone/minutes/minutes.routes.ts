import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/phone.contract.ts';
import type { Deps } from '../../../deps.ts';
import { bind, bindChange } from '../../../http/bind.ts';
import { readDeviceToken } from '../device-token.service.ts';
import { answerRequest, askForMinutes, listRequests } from './minutes-requests.service.ts';
import { callFrom } from '../numbers/numbers.service.ts';

export function minutesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.fetchDeviceToken, ({ identity }) => readDeviceToken(deps, identity));

  bind(app, contract.updateNumber, async (call) => ({
    data: { call_from: await callFrom(deps, call, call.body.phone_number) },
  }));

  bindChange(app, contract.requestMinutes, async (call) => ({ data: await askForMinutes(deps, call, call.body) }));

  bind(app, contract.listMinutesRequests, async ({ identity }) => ({ data: await listRequests(deps, identity) }));

  bindChange(app, contract.answerMinutesRequest, async (call) => ({
    data: await answerRequest(deps, call, call.body),
  }));
}
