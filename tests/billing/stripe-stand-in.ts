import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

type Form = Readonly<Record<string, string>>;
type Thing = Record<string, unknown> & { id: string };

export interface Parsed {
  readonly method: string;
  readonly path: string;
  readonly form: Form;
  readonly key: string | null;
  readonly authorization: string;
  readonly contentType: string;
}

/** Behavior for the next request: a status, silence, or success with the connection cut before the response. */
export type Fault = 429 | 500 | 'silent' | 'cut';

export interface StripeStandIn {
  readonly url: string;
  readonly heard: Parsed[];
  readonly faults: Fault[];
  /** Requests that the faults are for, as `POST /v1/customers`. */
  faulty: RegExp;
  readonly subscriptions: Map<string, Thing>;
  /** Payments that were really taken, in cents. */
  readonly taken: number[];
  /** Invoices of subscriptions. */
  readonly invoices: Thing[];
  readonly disputes: Thing[];
  /** Invoices by the payments that paid them. */
  readonly invoicesPaid: Map<string, string>;
  /** The card that is charged declines. */
  declines: boolean;
  /** A month later, as Stripe's own clock would have it. */
  turnMonth(id: string, status: 'active' | 'past_due'): void;
  close(): Promise<void>;
}

const PRICES: Readonly<Record<string, number>> = { price_solo: 2900, price_team: 4900, price_agency: 8900 };

/** Things of a page at most; Stripe's is 100. */
const PAGE = 2;

/** The month in which everything happens, in seconds. */
interface Month {
  readonly startS: number;
  readonly endS: number;
}

export const START_S = Date.UTC(2026, 3, 1) / 1000;
export const END_S = Date.UTC(2026, 4, 1) / 1000;

interface Reply {
  readonly status: number;
  readonly body: unknown;
}

const failed = (status: number, type: string, message: string, more: object = {}): Reply => ({
  status,
  body: { error: { type, message, ...more } },
});

const DECLINED = failed(402, 'card_error', 'Your card has insufficient funds.', {
  code: 'card_declined',
  decline_code: 'insufficient_funds',
});

/** Speaks as much of Stripe's HTTP as the payments use: form bodies, idempotency keys, errors, and faults on demand. */
export async function openStripe({ startS, endS }: Month = { startS: START_S, endS: END_S }): Promise<StripeStandIn> {
  const replies = new Map<string, { readonly form: string; readonly reply: Reply }>();
  const customers = new Map<string, Thing>();
  const intents: Thing[] = [];
  const refunds: Thing[] = [];
  let count = 0;
  const fresh = (kind: string) => `${kind}_${(count += 1)}`;

  const server = createServer((request, response) => void answer(request, response));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const url = new URL(request.url ?? '/', 'http://stripe.test');
    const text = Buffer.concat(chunks).toString('utf8') || url.search.slice(1);
    const key = request.headers['idempotency-key'];
    const heard: Parsed = {
      method: request.method ?? '',
      path: url.pathname,
      form: Object.fromEntries(new URLSearchParams(text)),
      key: typeof key === 'string' ? key : null,
      authorization: request.headers.authorization ?? '',
      contentType: request.headers['content-type'] ?? '',
    };
    standIn.heard.push(heard);
    const fault = standIn.faulty.test(`${heard.method} ${heard.path}`) ? standIn.faults.shift() : undefined;
    if (fault === 'silent') return;
    if (fault === 429) return send(response, failed(429, 'rate_limit_error', 'Too many requests.'));
    if (fault === 500) return send(response, failed(500, 'api_error', 'Something broke.'));
    const reply = once(heard, text);
    if (fault === 'cut') return void response.destroy();
    send(response, reply);
  }

  function once(heard: Parsed, form: string): Reply {
    const known = heard.key === null ? undefined : replies.get(heard.key);
    if (known !== undefined && known.form !== form) {
      return failed(
        400,
        'idempotency_error',
        'Keys for idempotent requests can only be used with the same parameters.',
      );
    }
    const reply = known?.reply ?? replyTo(heard);
    if (heard.key !== null) replies.set(heard.key, { form, reply });
    return reply;
  }

  function replyTo({ method, path, form }: Parsed): Reply {
    const [, , kind = '', id = '', verb = ''] = path.split('/');
    const ok = (body: unknown): Reply => ({ status: 200, body });
    switch (`${method} ${kind}${id && !verb && kind !== 'invoices' ? '/:id' : ''}${verb ? `/:id/${verb}` : ''}`) {
      case 'POST customers': {
        const customer: Thing = { id: fresh('cus'), balance: 0, metadata: { user_id: form['metadata[user_id]'] } };
        customers.set(customer.id, customer);
        return ok(customer);
      }
      case 'GET customers/:id':
      case 'POST customers/:id':
        return ok(customers.get(id) ?? { id, balance: 0, metadata: { user_id: '99' } });
      case 'POST setup_intents':
        return ok({ id: fresh('seti'), client_secret: 'seti_secret', customer: form['customer'] });
      case 'GET payment_methods/:id':
        return id === 'pm_unknown'
          ? failed(404, 'invalid_request_error', 'No such PaymentMethod', { code: 'resource_missing' })
          : ok(methodOf(id, id === 'pm_foreign' ? 'cus_foreign' : null));
      case 'POST payment_methods/:id/attach':
        return standIn.declines ? DECLINED : ok(methodOf(id, form['customer'] ?? null));
      case 'POST payment_methods/:id/detach':
        return ok(methodOf(id, null));
      case 'GET prices': {
        const price = `price_${form['lookup_keys[0]']}`;
        return ok({ data: [{ id: price, unit_amount: PRICES[price], currency: 'usd' }] });
      }
      case 'GET prices/:id':
        return ok({ id, unit_amount: PRICES[id] ?? 1, currency: 'usd' });
      case 'POST subscriptions':
        return standIn.declines ? DECLINED : ok(subscribe(form));
      case 'GET subscriptions':
        return ok({ data: [...standIn.subscriptions.values()] });
      case 'GET subscriptions/:id':
        return ok(standIn.subscriptions.get(id));
      case 'DELETE subscriptions/:id':
        return ok({ ...standIn.subscriptions.get(id), status: 'canceled' });
      case 'POST subscriptions/:id':
        return standIn.declines && form['items[0][price]'] !== undefined ? DECLINED : ok(change(id, form));
      case 'POST invoices':
        return ok({ id: 'in_preview', amount_due: prorated(form), ending_balance: 0 });
      case 'POST invoices/:id/pay':
        return standIn.declines ? DECLINED : ok({ id, status: 'paid' });
      case 'POST payment_intents':
        if (standIn.declines) return DECLINED;
        standIn.taken.push(Number(form['amount']));
        intents.push({
          id: fresh('pi'),
          status: 'succeeded',
          customer: form['customer'],
          amount_received: Number(form['amount']),
          created: startS,
          metadata: { operation: form['metadata[operation]'] ?? '' },
        });
        return ok(intents.at(-1));
      case 'GET payment_intents':
        return ok(pageOf(intents, form));
      case 'GET invoices':
        return ok(pageOf(standIn.invoices, form));
      case 'GET refunds':
        return ok(pageOf(refunds, form));
      case 'GET disputes':
        return ok(pageOf(standIn.disputes.map(whole), form));
      case 'GET disputes/:id': {
        const found = standIn.disputes.find((one) => one.id === id);
        return found === undefined
          ? failed(404, 'invalid_request_error', 'No such dispute', { code: 'resource_missing' })
          : ok(whole(found));
      }
      case 'GET invoice_payments': {
        const invoice = standIn.invoicesPaid.get(form['payment[payment_intent]'] ?? '');
        return ok({ data: invoice === undefined ? [] : [{ id: 'inpay_1', invoice }], has_more: false });
      }
      case 'POST refunds':
        refunds.push({
          id: fresh('re'),
          status: 'succeeded',
          amount: Number(form['amount']),
          payment_intent: form['payment_intent'],
          created: startS,
          metadata: { operation: form['metadata[operation]'] ?? '' },
        });
        return ok(refunds.at(-1));
      default:
        return failed(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
    }
  }

  /** With the payment itself in place of its name, as `expand` asks for it. */
  function whole(dispute: Thing): Thing {
    const payment = intents.find(({ id }) => id === dispute['payment_intent']);
    return { ...dispute, payment_intent: payment ?? { id: dispute['payment_intent'], metadata: {} } };
  }

  function subscribe(form: Form): Thing {
    const price = form['items[0][price]'] ?? '';
    const subscription = subscriptionOf(fresh('sub'), price, PRICES[price] ?? 0, form['metadata[operation]'] ?? '');
    standIn.taken.push(PRICES[price] ?? 0);
    standIn.subscriptions.set(subscription.id, subscription);
    return subscription;
  }

  function change(id: string, form: Form): Thing {
    const price = form['items[0][price]'];
    const before = standIn.subscriptions.get(id) ?? { id };
    const cents = price === undefined ? 0 : prorated({ ...form, subscription: id });
    if (cents > 0) standIn.taken.push(cents);
    const after =
      price === undefined
        ? { ...before, cancel_at_period_end: form['cancel_at_period_end'] === 'true' }
        : subscriptionOf(id, price, cents, form['metadata[operation]'] ?? '');
    standIn.subscriptions.set(id, after);
    return after;
  }

  /** Prorates like Stripe: by the remaining seconds of the month. */
  function prorated(form: Form): number {
    const subscription = standIn.subscriptions.get(form['subscription'] ?? '') as { priceCents?: number } | undefined;
    const price = form['items[0][price]'] ?? form['subscription_details[items][0][price]'] ?? '';
    const date = Number(form['proration_date'] ?? form['subscription_details[proration_date]']);
    const share = (endS - date) / (endS - startS);
    const due = Math.round((PRICES[price] ?? 0) * share) - Math.round((subscription?.priceCents ?? 0) * share);
    return Math.max(due, 0);
  }

  const standIn: StripeStandIn = {
    url: '',
    heard: [],
    faults: [],
    faulty: /./u,
    subscriptions: new Map(),
    taken: [],
    invoices: [],
    disputes: [],
    invoicesPaid: new Map(),
    declines: false,
    turnMonth: (id, status) => {
      const before = standIn.subscriptions.get(id);
      if (before === undefined) throw new Error(`no subscription ${id}`);
      const items = { data: [{ id: 'si_1', current_period_end: Date.UTC(2026, 5, 1) / 1000 }] };
      const invoice = {
        id: fresh('in'),
        amount_paid: 2900,
        ending_balance: 0,
        status: status === 'active' ? 'paid' : 'open',
      };
      standIn.subscriptions.set(id, { ...before, status, items, latest_invoice: invoice });
    },
    close: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(() => done());
      }),
  };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return Object.assign(standIn, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });

  function subscriptionOf(id: string, price: string, paid: number, operation: string): Thing {
    return {
      id,
      status: 'active',
      priceCents: PRICES[price],
      metadata: { operation },
      items: { data: [{ id: 'si_1', current_period_end: endS }] },
      latest_invoice: { id: fresh('in'), amount_paid: paid, ending_balance: 0, status: 'paid' },
    };
  }
}

/** A page of a list as Stripe gives it: newest first, after an id, and of a span of time. */
function pageOf(things: readonly Thing[], form: Form): { readonly data: readonly Thing[]; readonly has_more: boolean } {
  const fits = ({ customer, status, payment_intent: payment, created }: Thing) =>
    (form['customer'] === undefined || customer === form['customer']) &&
    (form['status'] === undefined || status === form['status']) &&
    (form['payment_intent'] === undefined || payment === form['payment_intent']) &&
    (form['created[gte]'] === undefined || Number(created) >= Number(form['created[gte]'])) &&
    (form['created[lt]'] === undefined || Number(created) < Number(form['created[lt]']));
  const found = things.filter(fits).toReversed();
  const rest = found.slice(found.findIndex(({ id }) => id === form['starting_after']) + 1);
  const data = rest.slice(0, Math.min(Number(form['limit'] ?? 10), PAGE));
  return { data, has_more: data.length < rest.length };
}

const methodOf = (id: string, customer: string | null) => ({
  id,
  customer,
  card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2030 },
});

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** A dispute as Stripe has it. */
export const disputeOf = (id: string, payment: string, more: Record<string, unknown> = {}): Thing => ({
  id,
  object: 'dispute',
  amount: 1250,
  payment_intent: payment,
  reason: 'fraudulent',
  status: 'needs_response',
  created: START_S,
  evidence_details: { due_by: START_S + 7 * 86_400 },
  balance_transactions: [{ amount: -1250, created: START_S }],
  ...more,
});
