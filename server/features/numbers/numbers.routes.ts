import type { FastifyInstance } from 'fastify';
import * as contract from '#contract/numbers.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { askedOf } from '../billing/asked.ts';
import * as numbers from './numbers.service.ts';
import { purchaseNumber, searchNumbers } from './purchase-number.service.ts';

export function numbersRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, contract.searchPhoneNumbers, ({ identity, query }) => searchNumbers(deps, identity, query));
  bind(app, contract.purchasePhoneNumber, async (call) => ({
    data: await purchaseNumber(deps, call.identity, askedOf(contract.purchasePhoneNumber.name, call), call.body),
  }));
  bind(app, contract.listPhoneNumbers, ({ identity }) => numbers.listNumbers(deps, identity));
  bindChange(app, contract.assignPhoneNumber, async (call) => ({
    data: await numbers.assignNumber(deps, call, call.params.id, call.body.user_id),
  }));
  bindChange(app, contract.releasePhoneNumber, async (call) => ({
    data: await numbers.releaseNumber(deps, call, call.params.id),
  }));
  bindChange(app, contract.restorePhoneNumber, async (call) => ({
    data: await numbers.restoreNumber(deps, call, call.params.id),
  }));
}
