import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CsgStandIn {
  readonly baseUrl: string;
  /** Method and path of everything that was asked, with the query. */
  readonly asked: string[];
  /** Sessions that hold; those that are taken out have ended. */
  readonly sessions: Set<string>;
  /** Failure to simulate instead of answering quotes; `null` to answer. */
  trouble: CsgTrouble | null;
  /** Rates for a plan; those absent are empty. */
  readonly rates: Map<string, readonly object[]>;
  close(): void;
}

export type CsgTrouble = 'silent' | 'nonsense' | 'no json' | 500 | 400 | 402 | 404 | 410 | 422 | 429;

export const CSG_KEY = 'csg-key-1';

/** A rate as CSG tells it, in cents. */
export const csgRate = (key: string, plan: string, month: number | '' | null, more: object = {}) => ({
  key,
  plan,
  select: false,
  rating_class: '',
  rate: { month, annual: month === null ? null : Number(month) * 12, semi_annual: 0, quarter: 0 },
  company_base: { name: `Company ${key}`, name_full: `Company ${key} Inc`, naic: '00000', ambest_rating: 'A' },
  discounts: [{ name: 'household', type: 'percent', value: 0.07, rule: null }],
  effective_date: '2026-12-01T00:00:00Z',
  ...more,
});

interface Answer {
  readonly status: number;
  readonly body: string;
}

const json = (body: unknown, status = 200): Answer => ({ status, body: JSON.stringify(body) });

/** Speaks CSG's auth and quotes: a session by key, rates by session, 403 once it has ended. */
export async function openCsgStandIn(): Promise<CsgStandIn> {
  const asked: string[] = [];
  const sessions = new Set<string>();
  const rates = new Map<string, readonly object[]>();
  let trouble: CsgTrouble | null = null;
  let opened = 0;

  const server = createServer((request, response) => {
    void answer(request).then((found) => {
      if (found === null) return;
      response.writeHead(found.status, { 'content-type': 'application/json' });
      response.end(found.body);
    });
  });

  async function answer(request: IncomingMessage): Promise<Answer | null> {
    const { method, url = '', headers } = request;
    asked.push(`${method} ${url}`);
    const { pathname, searchParams } = new URL(url, 'http://csg');
    if (trouble === 'silent') return null;
    if (pathname === '/v1/auth.json') {
      const { api_key: key } = JSON.parse(await text(request)) as { api_key?: string };
      if (key !== CSG_KEY) return json({ error: 'invalid api key' }, 403);
      opened += 1;
      const token = `token-${opened}`;
      sessions.add(token);
      return json({ token, expires_date: '2026-12-01T08:00:00Z', user: {} });
    }
    if (pathname === '/v1/med_supp/open/companies.json') return json([]);
    if (pathname !== '/v1/med_supp/quotes.json') return json({}, 404);
    if (!sessions.has(String(headers['x-api-token']))) return json({ error: 'forbidden' }, 403);
    if (trouble === 'nonsense') return json([{ key: 'a', rate: 'cheap' }]);
    if (trouble === 'no json') return { status: 200, body: '<html>' };
    if (trouble !== null) return json({}, trouble);
    return json(rates.get(searchParams.get('plan') ?? '') ?? []);
  }

  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    sessions,
    rates,
    get trouble() {
      return trouble;
    },
    set trouble(next) {
      trouble = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
