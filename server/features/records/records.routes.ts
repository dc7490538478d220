import type { FastifyInstance } from 'fastify';
import { readDataCapture, updateDataCapture } from '#contract/records/data-capture.contract.ts';
import { importMedicare, readMedicare } from '#contract/records/medicare.contract.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { policies } from '#contract/records/policies.contract.ts';
import { readRxDetails, revealRxDetails, updateRxDetails } from '#contract/records/rx-details.contract.ts';
import { listSealedFields, revealField, updateSealedFields } from '#contract/records/sealed-fields.contract.ts';
import { revealSecurity, securities } from '#contract/records/securities.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as dataCapture from './data-capture.service.ts';
import * as medicare from './medicare.service.ts';
import { cleanValues, POLICIES } from './policies.ts';
import type { Family, KeptRow, Values } from './record-families.ts';
import * as records from './records.service.ts';
import * as rx from './rx-details.service.ts';
import * as sealed from './sealed-fields.service.ts';
import { revealSecurity as revealAccountNumber, SECURITIES } from './securities.ts';

export function recordsRoutes(app: FastifyInstance, deps: Deps): void {
  bindRecords(app, deps, policies, POLICIES);
  bindRecords(app, deps, securities, SECURITIES);
  bind(app, revealSecurity, async (call) => {
    const { id: contactId, securityId: recordId } = call.params;
    return { data: { value: await revealAccountNumber(deps, call, { contactId, recordId }) } };
  });

  bind(app, readRxDetails, async ({ identity, params }) => ({
    data: await rx.readRxDetails(deps, identity, params.id),
  }));
  bindChange(app, updateRxDetails, async (call) => ({
    data: await rx.updateRxDetails(deps, call, call.params.id, call.body),
  }));
  bind(app, revealRxDetails, async (call) => ({ data: await rx.revealRxDetails(deps, call, call.params.id) }));

  bind(app, readDataCapture, async ({ identity, params }) => ({
    data: await dataCapture.readDataCapture(deps, identity, params.id),
  }));
  bindChange(app, updateDataCapture, async (call) => ({
    data: await dataCapture.updateDataCapture(deps, call, call.params.id, call.body),
  }));

  bind(app, listSealedFields, async ({ identity, params }) => ({
    data: await sealed.listSealedFields(deps, identity, params.id),
  }));
  bindChange(app, updateSealedFields, async (call) => ({
    data: await sealed.updateSealedFields(deps, call, call.params.id, call.body),
  }));
  bind(app, revealField, async (call) => ({
    data: { value: await sealed.revealField(deps, call, call.params.id, call.body.field) },
  }));

  bind(app, importMedicare, async (call) => ({
    data: await medicare.importMedicare(deps, call, call.params.id, call.body),
  }));
  bind(app, readMedicare, async ({ identity, params }) => ({
    data: await medicare.readMedicare(deps, identity, params.id),
  }));
}

/** Binds the calls of rows that lie in a contact; the body has its fields under the name of one. */
function bindRecords<Row extends KeptRow, Shown>(
  app: FastifyInstance,
  deps: Deps,
  calls: Readonly<Record<'list' | 'create' | 'update' | 'remove' | 'restore', Endpoint>>,
  family: Family<Row, Shown>,
): void {
  const placeOf = ({ params }: { params: unknown }) => {
    const { id, [`${family.name}Id`]: recordId = 0 } = params as { id: number } & Record<string, number>;
    return { contactId: id, recordId };
  };
  const changeOf = ({ body }: { body: unknown }) => {
    const { [family.name]: values, version } = body as { version?: number } & Record<string, Values>;
    return { values: cleanValues(values ?? {}), version };
  };
  bind<Endpoint>(app, calls.list, async (call) => ({
    data: await records.listRecords(deps, call.identity, family, placeOf(call).contactId),
  }));
  bindChange<Endpoint>(app, calls.create, async (call) => ({
    data: await records.createRecord(deps, call, family, { ...placeOf(call), ...changeOf(call) }),
  }));
  bindChange<Endpoint>(app, calls.update, async (call) => ({
    data: await records.updateRecord(deps, call, family, { ...placeOf(call), ...changeOf(call) }),
  }));
  bindChange<Endpoint>(app, calls.remove, (call) => records.deleteRecord(deps, call, family, placeOf(call)));
  bindChange<Endpoint>(app, calls.restore, async (call) => ({
    data: await records.restoreRecord(deps, call, family, placeOf(call)),
  }));
}
