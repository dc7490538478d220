import {
  cancelSubscription,
  connectCard,
  listPlans,
  type Plan,
  previewPlan,
  readBilling,
  updatePlan,
} from '#contract/billing.contract.ts';
import { type Client, openApp, type TestApp } from '../_api/app.ts';
import { type RecordedPayments, recordedPayments } from './recorded-payments.ts';

export interface BillingDesk extends TestApp {
  readonly payments: RecordedPayments;
}

/** The application with payments that remember; `now` follows the clock of the application. */
export async function openBilling(): Promise<BillingDesk> {
  const clock = { now: () => new Date() };
  const payments = recordedPayments(() => clock.now());
  const app = await openApp({ payments });
  clock.now = app.deps.now;
  return Object.assign(app, { payments });
}

/** No payments, no charges. */
export async function emptyBilling({ owner, payments }: BillingDesk): Promise<void> {
  await owner.query(`truncate billing_operations, billing_entries, memberships, payment_infos, idempotency_keys;
    update users set paid_user = false;
    update plans set price_cents = case key when 'solo' then 2900 when 'team' then 4900 else 8900 end, active = true`);
  payments.charged.clear();
  payments.refunded.clear();
  payments.moved.length = 0;
  payments.asked = 0;
  payments.ended.length = 0;
}

/** E-mails since the last look: subject and text. */
export async function mailsOf({ owner }: Pick<BillingDesk, 'owner'>): Promise<[subject: string, text: string][]> {
  const { rows } = await owner.query<{ subject: string; text_body: string }>(
    'with gone as (delete from outbox_mails returning id, subject, text_body) select subject, text_body from gone order by id',
  );
  return rows.map(({ subject, text_body: text }) => [subject, text]);
}

export const planNamed = async (client: Client, key: string): Promise<Plan> => {
  const { body } = await client.call(listPlans);
  const plan = body.data.find((one) => one.key === key);
  if (plan === undefined) throw new Error(`no plan ${key}`);
  return plan;
};

let keys = 0;
export const freshKey = () => `key-${(keys += 1)}`;

export const connect = (client: Client, token = 'pm_card_visa', key = freshKey()) =>
  client.call(connectCard, { body: { payment_method: token }, idempotencyKey: key });

/** Chooses a plan for the price that the preview shows, unless another one is expected. */
export async function choose(
  client: Client,
  plan: string,
  { key = freshKey(), expected }: { key?: string; expected?: number } = {},
) {
  const { id } = await planNamed(client, plan);
  const shown = expected ?? (await client.call(previewPlan, { body: { plan_id: id } })).body.data.due_now_cents;
  return client.call(updatePlan, { body: { plan_id: id, expected_cents: shown }, idempotencyKey: key });
}

export const cancel = (client: Client) => client.call(cancelSubscription, { idempotencyKey: freshKey() });

export const billingOf = async (client: Client) => (await client.call(readBilling)).body.data;
