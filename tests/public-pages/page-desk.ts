import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { solve } from '../../server/features/public-pages/puzzle.ts';
import type { TestApp } from '../_api/app.ts';

export interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Visitors of public pages, each host its own. */
export function pageDesk(it: Pick<TestApp, 'app' | 'owner' | 'world' | 'advance'>) {
  const agent = new Agent({ keepAlive: false });
  const send = (host: string, path: string, { method = 'GET', headers = {}, body }: Sent = {}) =>
    new Promise<Page>((resolve, reject) => {
      const { port } = it.app.server.address() as AddressInfo;
      const asked = request(
        { agent, host: '127.0.0.1', port, path, method, headers: { host, ...headers } },
        (answer) => {
          let text = '';
          answer.setEncoding('utf8');
          answer.on('data', (part: string) => (text += part));
          answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  const post = (host: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    send(host, '/_pages/lead', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    });
  const formIn = ({ body }: Page): string => /name="form" value="([^"]+)"/.exec(body)?.[1] ?? '';

  /** A form that a person filled in, opened a while ago. Its puzzle takes half a second. */
  const filled = async (host: string, more: Record<string, string> = {}, isSolved = false) => {
    const form = formIn(await send(host, '/'));
    it.advance(20_000);
    const visit = crypto.randomUUID();
    return {
      first_name: 'Wendell',
      last_name: 'Arnold',
      phone: '407-555-0183',
      email: 'w.arnold@example.com',
      zip_code: '34741',
      topic: 'Medicare',
      message: '',
      path: '/',
      form,
      visit,
      proof: isSolved ? await solve(form, visit) : '',
      ...more,
    };
  };
  const sql = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await it.owner.query<Row>(text, values)).rows;
  /** Pages of the agents of both agencies. */
  const open = () =>
    sql(
      `update users set webpage_domain = username || '-page', webpage_active = true, phone = '+18135550100',
         about_me = 'I help people who turn 65.' where username in ('agent', 'peer', 'outsider')`,
    );
  return { send, post, formIn, filled, sql, open };
}
