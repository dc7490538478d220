import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export const CALENDLY_KEY = 'eyJraWQ-key';

export interface Booking {
  readonly uri: string;
  readonly name: string;
  readonly start_time: string;
  readonly end_time: string;
  readonly updated_at: string;
}

export interface CalendlyStandIn {
  readonly url: string;
  bookings: Booking[];
  /** The key that works. */
  key: string;
  close(): void;
}

/** Speaks Calendly's API version 2, as far as the app uses it. */
export async function openCalendly(): Promise<CalendlyStandIn> {
  const state = { bookings: [] as Booking[], key: CALENDLY_KEY };
  const server = createServer((request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers.authorization !== `Bearer ${state.key}`)
      return send(401, { title: 'Unauthenticated', message: 'The access token is invalid' });
    if (pathname === '/users/me')
      return send(200, {
        resource: { uri: 'https://api.calendly.com/users/A', name: 'Ava', email: 'ava@calendly.example' },
      });
    if (pathname !== '/scheduled_events') return send(404, { title: 'Not found' });
    const from = Number(query.get('page_token') ?? 0);
    const page = state.bookings.slice(from, from + 2).map((booking) => ({ ...booking, status: 'active' }));
    const next = from + 2 < state.bookings.length ? String(from + 2) : null;
    return send(200, { collection: page, pagination: { next_page_token: next } });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get bookings() {
      return state.bookings;
    },
    set bookings(next) {
      state.bookings = next;
    },
    get key() {
      return state.key;
    },
    set key(next) {
      state.key = next;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
