import type { FastifyInstance } from 'fastify';
import * as compliance from '#contract/compliance.contract.ts';
import { liftLegalHold, placeLegalHold } from '#contract/contacts/legal-hold.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as rules from './compliance.service.ts';
import * as consents from './consents.service.ts';
import * as holds from './legal-hold.service.ts';

export function complianceRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, compliance.listComplianceRules, async ({ identity, query }) => ({
    data: await rules.listRules(deps, identity, query),
  }));
  bindChange(app, compliance.addComplianceRule, async (call) => ({ data: await rules.addRule(deps, call, call.body) }));
  bindChange(app, compliance.endComplianceRule, async (call) => ({
    data: await rules.endRule(deps, call, call.params.id, call.body),
  }));
  bind(app, compliance.readContactability, async ({ identity, params }) => ({
    data: await rules.readContactability(deps, identity, params.id),
  }));
  bind(app, compliance.listConsents, async ({ identity, params }) => ({
    data: await consents.listConsents(deps, identity, params.id),
  }));
  bindChange(app, compliance.recordConsent, async (call) => ({
    data: await consents.recordConsent(deps, call, call.params.id, call.body),
  }));
  bindChange(app, compliance.retractConsent, async (call) => ({
    data: await consents.retractConsent(deps, call, { contactId: call.params.id, consentId: call.params.consentId }),
  }));
  bindChange(app, placeLegalHold, async (call) => ({
    data: await holds.placeLegalHold(deps, call, call.params.id, call.body.reason),
  }));
  bindChange(app, liftLegalHold, async (call) => ({ data: await holds.liftLegalHold(deps, call, call.params.id) }));
}
