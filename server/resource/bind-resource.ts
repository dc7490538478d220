import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type AnyResource, callsOf, fileNameOf } from '#contract/resource.ts';
import type { Deps } from '../deps.ts';
import { bind, bindChange } from '../http/bind.ts';
import type { Call } from '../http/call.ts';
import { csvFile } from '../http/download.ts';
import * as service from './resource.service.ts';
import type { Table, Values } from './table.ts';

type AnyCall = Call<Endpoint>;
type Handlers = Readonly<Record<string, (call: AnyCall) => Promise<unknown>>>;

/** In the path, or in the body where the path names no row. */
const idOf = ({ params, body }: AnyCall): number => ((params ?? body) as { readonly id: number }).id;
const bodyOf = ({ body }: AnyCall) => (body ?? {}) as Values;
const queryOf = ({ query }: AnyCall) => (query ?? {}) as Values;

/**
 * Makes the routes of a resource: tenancy, visibility, uniqueness, refusals, audit, event and idempotency follow from
 * the contract and the table. `own` adds calls, and replaces usual ones.
 *
 * @throws when a call of the resource has no handler; the server then doesn't start.
 */
export function bindResource(
  app: FastifyInstance,
  deps: Deps,
  one: AnyResource,
  table: Table,
  own: Handlers = {},
): void {
  const keys = new Map(Object.entries(one).map(([key, call]) => [call as Endpoint, key]));
  const isPaged = callsOf(one).some((call) => keys.get(call) === 'list' && 'orderFields' in call);
  const usual: Handlers = {
    list: async (call) =>
      isPaged
        ? service.pageRows(deps, call.identity, table, queryOf(call))
        : { data: await service.listRows(deps, call.identity, table, queryOf(call)) },
    file: async ({ identity, query, reply }) =>
      csvFile(reply, fileNameOf(one), await service.fileLines(deps, identity, table, (query ?? {}) as Values)),
    choices: async ({ identity }) => ({ data: await service.listChoices(deps, identity, table) }),
    read: async (call) => ({ data: await service.readRow(deps, call.identity, one, table, idOf(call)) }),
    create: async (call) => ({ data: await service.createRow(deps, call, one, table, bodyOf(call)) }),
    update: async (call) => ({
      data: await service.updateRow(deps, call, one, table, { id: idOf(call), body: bodyOf(call) }),
    }),
    remove: (call) => service.removeRow(deps, call, one, table, idOf(call)),
  };
  const handlers: Handlers = { ...usual, ...own };
  for (const endpoint of callsOf(one)) {
    const handler = handlers[keys.get(endpoint) ?? ''];
    if (handler === undefined) throw new Error(`The call ${endpoint.name} has no handler.`);
    // The bytes of a file are outside of the transaction.
    const make = endpoint.effect === 'write' && endpoint.upload === null ? bindChange : bind;
    make<Endpoint>(app, endpoint, handler as never);
  }
}
