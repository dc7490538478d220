import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { OAuthClient } from '../../server/config/integrations.ts';

export interface Came {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: unknown;
}

export interface Answered {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What goes wrong. `lost`: the work is done, and its answer never arrives. */
export interface Trouble {
  readonly at: RegExp;
  readonly answer: Answered | 'lost';
  /** Requests that it meets. */
  times: number;
}

export interface ProviderStandIn {
  readonly url: string;
  readonly client: OAuthClient;
  /** `METHOD /path` of what came, in order. */
  readonly heard: string[];
  readonly bodies: unknown[];
  /** True: a refresh token works once. */
  rotates: boolean;
  trouble(at: RegExp, answer: Trouble['answer'], times?: number): void;
  clearTrouble(): void;
  /** Access tokens given so far aren't taken any more. */
  expireTokens(): void;
  /** The person has ended the grant. */
  revokeGrant(): void;
  /** What a browser brings back from this address of the provider. @throws for one that isn't proper. */
  consent(url: string): { code: string; state: string };
  scope: string | null;
  close(): void;
}

const CLIENT = { clientId: 'client', clientSecret: 'secret' } as const;

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
}

/** OAuth 2 with PKCE as providers speak it: codes work once, refresh tokens may, too. */
class Grants {
  readonly codes = new Map<string, Grant>();
  readonly refreshes = new Set<string>();
  readonly accesses = new Set<string>();

  give(seconds: number, withRefresh: boolean, scope: string | null): Answered {
    const [access, refresh] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
    this.accesses.add(access);
    if (withRefresh) this.refreshes.add(refresh);
    const body = {
      access_token: access,
      expires_in: seconds,
      token_type: 'Bearer',
      ...(withRefresh && { refresh_token: refresh }),
      ...(scope !== null && { scope }),
    };
    return { status: 200, body };
  }

  token(form: URLSearchParams, rotates: boolean, scope: string | null): Answered {
    const refused = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };
    if (form.get('client_secret') !== CLIENT.clientSecret) return { status: 401, body: { error: 'invalid_client' } };
    if (form.get('grant_type') === 'authorization_code') {
      const code = form.get('code') ?? '';
      const grant = this.codes.get(code);
      this.codes.delete(code);
      const challenge = createHash('sha256')
        .update(form.get('code_verifier') ?? '')
        .digest('base64url');
      if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri')) return refused;
      return this.give(3_600, true, scope);
    }
    const refresh = form.get('refresh_token') ?? '';
    if (!this.refreshes.has(refresh)) return refused;
    if (rotates) this.refreshes.delete(refresh);
    return this.give(3_600, rotates, scope);
  }
}

/** A provider on this machine; `serve` answers what comes with a token that is taken. */
export async function openProvider(serve: (came: Came) => Answered | Promise<Answered>): Promise<ProviderStandIn> {
  const grants = new Grants();
  const troubles: Trouble[] = [];
  const heard: string[] = [];
  const bodies: unknown[] = [];
  const state = { rotates: false, scope: null as string | null };

  const answer = async (came: Came, raw: string): Promise<Answered> => {
    if (came.path === '/token') return grants.token(new URLSearchParams(raw), state.rotates, state.scope);
    if (came.path === '/revoke') return { status: 200, body: {} };
    const bearer = came.headers.authorization?.replace('Bearer ', '') ?? '';
    if (!grants.accesses.has(bearer))
      return { status: 401, body: { error: { code: 401, message: 'Invalid Credentials' } } };
    return serve(came);
  };
  const server = createServer((request, response) => {
    void (async () => {
      const raw = await text(request);
      const url = new URL(request.url ?? '/', 'http://localhost');
      const isJson = request.headers['content-type'] === 'application/json';
      const came: Came = {
        method: request.method ?? 'GET',
        path: decodeURIComponent(url.pathname),
        query: url.searchParams,
        headers: request.headers,
        body: isJson && raw !== '' ? JSON.parse(raw) : null,
      };
      heard.push(`${came.method} ${came.path}`);
      if (came.body !== null) bodies.push(came.body);
      const trouble = troubles.find(({ at, times }) => times > 0 && at.test(`${came.method} ${came.path}`));
      if (trouble !== undefined) trouble.times -= 1;
      const given = trouble === undefined || trouble.answer === 'lost' ? await answer(came, raw) : trouble.answer;
      if (trouble?.answer === 'lost') return request.socket.destroy();
      response.writeHead(given.status, { 'content-type': 'application/json', ...given.headers });
      return response.end(given.body === undefined ? '' : JSON.stringify(given.body));
    })();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: base,
    client: {
      ...CLIENT,
      authorizeUrl: `${base}/authorize`,
      tokenUrl: `${base}/token`,
      revokeUrl: `${base}/revoke`,
      apiUrl: base,
    },
    heard,
    bodies,
    get rotates() {
      return state.rotates;
    },
    set rotates(next) {
      state.rotates = next;
    },
    get scope() {
      return state.scope;
    },
    set scope(next) {
      state.scope = next;
    },
    trouble: (at, given, times = 1) => void troubles.push({ at, answer: given, times }),
    clearTrouble: () => void troubles.splice(0),
    expireTokens: () => grants.accesses.clear(),
    revokeGrant: () => {
      grants.accesses.clear();
      grants.refreshes.clear();
    },
    consent: (address) => {
      const { origin, searchParams: asked } = new URL(address);
      if (origin !== base || asked.get('code_challenge_method') !== 'S256') throw new Error('no proper address');
      const code = randomUUID();
      const redirectUri = asked.get('redirect_uri') ?? '';
      grants.codes.set(code, { challenge: asked.get('code_challenge') ?? '', redirectUri });
      return { code, state: asked.get('state') ?? '' };
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
