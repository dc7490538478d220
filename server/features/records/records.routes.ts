import type { FastifyInstance } from 'fastify';
import { readDataCapture, updateDataCapture } from '#contract/records/data-capture.contract.ts';
import { importMedicare, readMedicare } from '#contract/records/medicare.contract.ts';
import {
  createPolicy,
  deletePolicy,
  listPolicies,
  restorePolicy,
  updatePolicy,
} from '#contract/records/policies.contract.ts';
import { readRxDetails, revealRxDetails, updateRxDetails } from '#contract/records/rx-details.contract.ts';
import { listSealedFields, revealField, updateSealedFields } from '#contract/records/sealed-fields.contract.ts';
import {
  createSecurity,
  deleteSecurity,
  listSecurities,
  restoreSecurity,
  revealSecurity,
  updateSecurity,
} from '#contract/records/securities.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as dataCapture from './data-capture.service.ts';
import * as medicare from './medicare.service.ts';
import { cleanValues, POLICIES } from './policies.ts';
import * as records from './records.service.ts';
import * as rx from './rx-details.service.ts';
import * as sealed from './sealed-fields.service.ts';
import { revealSecurity as revealAccountNumber, SECURITIES } from './securities.ts';

export function recordsRoutes(app: FastifyInstance, deps: Deps): void {
  policyRoutes(app, deps);
  securityRoutes(app, deps);

  bind(app, readRxDetails, async ({ identity, params }) => ({
    data: await rx.readRxDetails(deps, identity, params.id),
  }));
  bind(app, updateRxDetails, async (call) => ({
    data: await rx.updateRxDetails(deps, call, call.params.id, call.body),
  }));
  bind(app, revealRxDetails, async (call) => ({ data: await rx.revealRxDetails(deps, call, call.params.id) }));

  bind(app, readDataCapture, async ({ identity, params }) => ({
    data: await dataCapture.readDataCapture(deps, identity, params.id),
  }));
  bind(app, updateDataCapture, async (call) => ({
    data: await dataCapture.updateDataCapture(deps, call, call.params.id, call.body),
  }));

  bind(app, listSealedFields, async ({ identity, params }) => ({
    data: await sealed.listSealedFields(deps, identity, params.id),
  }));
  bind(app, updateSealedFields, async (call) => ({
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

const policyAt = ({ id, policyId }: { id: number; policyId: number }) => ({ contactId: id, recordId: policyId });
const securityAt = ({ id, securityId }: { id: number; securityId: number }) => ({
  contactId: id,
  recordId: securityId,
});

function policyRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listPolicies, async ({ identity, params }) => ({
    data: await records.listRecords(deps, identity, POLICIES, params.id),
  }));
  bind(app, createPolicy, async (call) => {
    const values = cleanValues(call.body.policy);
    return { data: await records.createRecord(deps, call, POLICIES, { contactId: call.params.id, values }) };
  });
  bind(app, updatePolicy, async (call) => {
    const { policy, version } = call.body;
    const change = { ...policyAt(call.params), values: cleanValues(policy), version };
    return { data: await records.updateRecord(deps, call, POLICIES, change) };
  });
  bind(app, deletePolicy, (call) => records.deleteRecord(deps, call, POLICIES, policyAt(call.params)));
  bind(app, restorePolicy, async (call) => ({
    data: await records.restoreRecord(deps, call, POLICIES, policyAt(call.params)),
  }));
}

function securityRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listSecurities, async ({ identity, params }) => ({
    data: await records.listRecords(deps, identity, SECURITIES, params.id),
  }));
  bind(app, createSecurity, async (call) => {
    const values = cleanValues(call.body.security);
    return { data: await records.createRecord(deps, call, SECURITIES, { contactId: call.params.id, values }) };
  });
  bind(app, updateSecurity, async (call) => {
    const { security, version } = call.body;
    const change = { ...securityAt(call.params), values: cleanValues(security), version };
    return { data: await records.updateRecord(deps, call, SECURITIES, change) };
  });
  bind(app, deleteSecurity, (call) => records.deleteRecord(deps, call, SECURITIES, securityAt(call.params)));
  bind(app, restoreSecurity, async (call) => ({
    data: await records.restoreRecord(deps, call, SECURITIES, securityAt(call.params)),
  }));
  bind(app, revealSecurity, async (call) => ({
    data: { value: await revealAccountNumber(deps, call, securityAt(call.params)) },
  }));
}
