import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { generateKeyPairSync } from 'node:crypto';
import { type Adapter, Provider } from 'oidc-provider';
import { createLoopbackStorage } from './loopback-storage.ts';

/** The provider's users, by their names there. Tests change it as they go. */
export type Accounts = Map<string, { email?: string; email_verified?: boolean }>;

export interface LoopbackProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: Accounts;
  /** Sends browsers back to these addresses only, from now on. */
  register(redirectUris: readonly string[]): Promise<void>;
  /** Requests by path, since the start. */
  readonly asked: string[];
  /** Simulates an outage: connections are cut until `comesBack`. */
  goAway(): void;
  comeBack(): void;
  /** Publishes a key that it doesn't sign with, as if another party signed in its name. */
  showOtherKey(): void;
  close(): Promise<void>;
}

interface Options {
  /** Allowed return addresses. */
  readonly redirectUris: readonly string[];
  /** False: the address stands in the id_token itself, as small providers do it. */
  readonly asksForEmail?: boolean;
  readonly authMethod?: 'client_secret_basic' | 'client_secret_post';
}

const CLIENT = { clientId: 'bellwether', clientSecret: 'a secret of client & provider' };

/** A real OpenID Connect provider on a free port. Typing a name that it knows signs in as that user. */
export async function startLoopbackProvider(options: Options): Promise<LoopbackProvider> {
  let answer: (request: IncomingMessage, response: ServerResponse) => Promise<void> = () => Promise.resolve();
  let isAway = false;
  let otherKeys: string | null = null;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(new URL(request.url ?? '', 'http://provider').pathname);
    if (isAway) request.socket.destroy();
    else if (otherKeys !== null && request.url === '/jwks') {
      response.writeHead(200, { 'content-type': 'application/jwk-set+json' }).end(otherKeys);
    } else void answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const accounts: Accounts = new Map();
  const storage = createLoopbackStorage();
  const register = async (redirectUris: readonly string[]) => {
    await storage('Client').upsert(CLIENT.clientId, clientOf({ ...options, redirectUris }), 0);
  };
  answer = providerFor({ issuer, accounts, storage, options });
  await register(options.redirectUris);

  return {
    issuer,
    ...CLIENT,
    accounts,
    register,
    asked,
    goAway: () => {
      isAway = true;
      server.closeAllConnections();
    },
    comeBack: () => {
      isAway = false;
    },
    showOtherKey: () => {
      otherKeys = JSON.stringify({ keys: [keyNamed('one').publicKey] });
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

function keyNamed(kid: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const about = { kid, alg: 'ES256', use: 'sig' };
  return {
    privateKey: { ...privateKey.export({ format: 'jwk' }), ...about },
    publicKey: { ...publicKey.export({ format: 'jwk' }), ...about },
  };
}

const clientOf = ({ redirectUris, authMethod = 'client_secret_post' }: Options) => ({
  client_id: CLIENT.clientId,
  client_secret: CLIENT.clientSecret,
  redirect_uris: [...redirectUris],
  token_endpoint_auth_method: authMethod,
  id_token_signed_response_alg: 'ES256' as const,
});

interface Parts {
  readonly issuer: string;
  readonly accounts: Accounts;
  readonly storage: (model: string) => Adapter;
  readonly options: Options;
}

function providerFor({ issuer, accounts, storage, options: { asksForEmail = true, authMethod } }: Parts) {
  const provider = new Provider(issuer, {
    adapter: storage,
    clientAuthMethods: [authMethod ?? 'client_secret_post'],
    jwks: { keys: [keyNamed('one').privateKey] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    cookies: { keys: ['a key of the loopback provider'] },
    features: { devInteractions: { enabled: false } },
    conformIdTokenClaims: asksForEmail,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    ttl: { Session: 600, Grant: 600, Interaction: 600, AccessToken: 600, IdToken: 600, AuthorizationCode: 60 },
    pkce: { required: () => true },
    interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
    findAccount: (_, accountId) => {
      const claims = accounts.get(accountId);
      return claims && { accountId, claims: () => ({ sub: accountId, ...claims }) };
    },
    // No consent screen.
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/sign-in/')) return next();
    if (context.method === 'GET') {
      context.type = 'html';
      context.body = PAGE;
      return undefined;
    }
    const form = new URLSearchParams(await textOf(context.req));
    const login = { accountId: form.get('name') ?? '' };
    return provider.interactionFinished(context.req, context.res, { login }, { mergeWithLastSubmission: false });
  });
  return provider.callback();
}

const PAGE = `<!doctype html><title>Sign in</title>
<form method="post"><label>Name <input name="name"></label> <button>Continue</button></form>`;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** Goes where a browser would: answers where the provider sends it back to, with everything in its query. */
export async function signInThere(address: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let at = new URL(address);
  const { origin } = at;
  let form: URLSearchParams | null = null;
  for (let hops = 0; hops < 10; hops += 1) {
    const response: Response = await fetch(at, {
      method: form === null ? 'GET' : 'POST',
      body: form,
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; ') },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(key, value);
    }
    form = null;
    const text = await response.text();
    const next = response.headers.get('location');
    if (next !== null) at = new URL(next, at);
    else if (response.ok && text.includes('<form')) form = new URLSearchParams({ name });
    else throw new Error(`the provider answered ${response.status}: ${text}`);
    if (at.origin !== origin) return at;
  }
  throw new Error('the provider sends the browser in circles');
}
