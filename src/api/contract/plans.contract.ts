import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { changeAccountCalls, readAccountCalls } from './plans/account-calls.contract.ts';
import { licenseCalls } from './plans/license-calls.contract.ts';
import { SmsNumber, UsagePlan, PlanFields, type PlanKind } from './plans/plan.contract.ts';
import { NAMES, LABELS, read, admin } from './plans/queries.contract.ts';
import { changeSubscriptionCalls, readSubscriptionCalls } from './plans/subscription-calls.contract.ts';
import { changed, created, listed, paged, removed, resource, shown, withFile } from './resource.ts';

const { enterprise: _enterprise, ...changeable } = PlanFields.shape;
const NewPlan = z.extend(z.strictObject(z.partial(PlanFields).shape), {
  name: PlanFields.shape.name,
  price_cents: PlanFields.shape.price_cents,
});

/** The plans of a kind: their administration, and those that are offered. */
const planResource = (kind: PlanKind) =>
  resource(
    {
      path: `/v1/admin/${kind}/${kind}_plans`,
      one: `${NAMES[kind]}Plan`,
      many: `${NAMES[kind]}Plans`,
      label: { one: `${LABELS[kind]} plan`, many: `${LABELS[kind]} plans` },
      subject: `${kind}_plan`,
      access: { read: 'subscriptions.manage', write: 'subscriptions.manage' },
      feature: 'subscriptions',
    },
    {
      ...withFile(
        paged(UsagePlan, {
          order: ['name', 'price_cents', 'allocation', 'enterprise', 'active'],
          /** `true`: with plans that are no longer sold. */
          filter: { all: z._default(z.enum(['true', 'false']), 'false') },
        }),
      ),
      read: shown(UsagePlan),
      create: created(UsagePlan, NewPlan),
      update: changed(UsagePlan, z.strictObject(z.partial(z.object(changeable)).shape)),
      remove: removed(),
      choices: listed(UsagePlan, {
        name: `listOffered${NAMES[kind]}Plans`,
        path: `/v1/${kind}/${kind}_plans`,
        summary: `List the ${LABELS[kind]} plans that a person or a manager can choose`,
        access: 'signedIn',
      }),
      enterprise: listed(UsagePlan, {
        name: `listEnterprise${NAMES[kind]}Plans`,
        path: `/v1/${kind}/${kind}_plans/enterprise`,
        summary: `List the ${LABELS[kind]} plans for a whole company`,
        access: 'signedIn',
      }),
    },
  );

/** Subscriptions, licenses, orders and usage of a kind. */
const planEndpoints = (kind: PlanKind) =>
  resource(
    {
      path: `/v1/${kind}/${kind}_subscriptions`,
      one: `${NAMES[kind]}Subscription`,
      many: `${NAMES[kind]}Subscriptions`,
      label: { one: `${LABELS[kind]} subscription`, many: `${LABELS[kind]} subscriptions` },
      subject: `${kind}_subscription`,
      access: { read: 'signedIn', write: 'self' },
      feature: 'subscriptions',
    },
    {
      ...readSubscriptionCalls(kind),
      ...changeSubscriptionCalls(kind),
      ...licenseCalls(kind),
      ...readAccountCalls(kind),
      ...changeAccountCalls(kind),
    },
  );

// ---- endpoints -------------------------------------------------------------

export const smsPlans = planResource('sms');
export const dialerPlans = planResource('dialer');
export const smsSubscriptions = planEndpoints('sms');
export const dialerSubscriptions = planEndpoints('dialer');

/** The calls that both kinds have. */
export type PlanEndpoints = typeof smsSubscriptions;

export const listSmsNumbers = endpoint({
  ...read,
  ...admin,
  name: 'listSmsNumbers',
  path: '/v1/admin/sms/numbers',
  summary: 'List the phone numbers of the account, and what was sent from each this month',
  reply: z.object({ data: z.array(SmsNumber) }),
});
