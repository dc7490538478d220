import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '#brands/brand.ts';
import { isTryout } from '#rules/access/tryout.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { openApiOf } from '../../openapi.ts';
import { authenticateKey } from '../api-key-authentication.ts';
import { authenticate } from '../authentication.ts';
import { addressOf, networkOf } from '../client-address.ts';
import { CLIENT_FILE } from './client-file.ts';

/** Stricter than a page of the app: only files of this server, and no style but theirs. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const require = createRequire(import.meta.url);
const SWAGGER = join(dirname(require.resolve('@fastify/swagger-ui/package.json')), 'static');
/** Everything but the two files that the page loads. */
const UNUSED = '!(swagger-ui.css|swagger-ui-bundle.js)';

const DOCUMENTS = { '/docs/openapi.json': '3.1.0', '/docs/openapi-3.0.json': '3.0.3' } as const;

const ownFile = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/**
 * Serves the API page at `/docs`, its document at `/docs/openapi.json` and the package of the client, which the build of
 * the pages (`folder`) has, at `/docs/bellwether-client.tgz`. Public in development and demo; elsewhere
 * only with a session or an API key, since they list every call. The page reads the document in OpenAPI 3.0:
 * Swagger UI normalizes one in 3.1 as a whole before it shows anything, which took 10 of 12 seconds.
 */
export async function serveDocs(app: FastifyInstance, folder: string): Promise<void> {
  const { brand, appEnv } = app.deps.config;
  const { name, version } = brandOf(brand);
  const isOpen = isTryout(appEnv);

  const may = async (request: FastifyRequest): Promise<boolean> => isOpen || (await identify(app, request)) !== null;
  const file = (type: string, text: string) => (_: FastifyRequest, reply: FastifyReply) =>
    reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(text);
  const client = join(folder, CLIENT_FILE);
  const page = ownFile('docs.html')
    .replaceAll('{{name}}', name)
    .replace('{{client}}', existsSync(client) ? '<a href="/docs/bellwether-client.tgz">TypeScript client</a>' : '');

  app.get('/docs', async (request, reply) => {
    if (!(await may(request))) return reply.redirect('/login');
    return file('text/html', page)(request, reply.header('content-security-policy', DOCS_POLICY));
  });
  for (const [path, openapi] of Object.entries(DOCUMENTS)) {
    let document: string | null = null;
    app.get(path, async (request, reply) => {
      if (!(await may(request))) throw new Refusal('no_session', 'Please sign in.');
      document ??= JSON.stringify(openApiOf(app.bound, name, version, openapi));
      return reply.type('application/json; charset=utf-8').send(document);
    });
  }
  app.get('/docs/bellwether-client.tgz', async (request, reply) => {
    if (!(await may(request))) throw new Refusal('no_session', 'Please sign in.');
    if (!existsSync(client)) throw new Refusal('not_found', "The client isn't built here.");
    return reply.type('application/gzip').header('cache-control', 'no-cache').send(readFileSync(client));
  });
  app.get('/docs/docs.js', file('text/javascript', ownFile('docs.js')));
  app.get('/docs/docs.css', file('text/css', ownFile('docs.css')));
  await app.register(fastifyStatic, {
    root: SWAGGER,
    prefix: '/docs/static/',
    decorateReply: false,
    index: false,
    wildcard: false,
    globIgnore: [UNUSED],
    cacheControl: false,
    setHeaders: (reply) => void reply.header('cache-control', 'no-cache'),
  });
}

/** @throws {Refusal} `too_many`, before anything is looked up. */
async function identify({ deps, limiter }: FastifyInstance, request: FastifyRequest): Promise<Identity | null> {
  const { authorization, cookie } = request.headers;
  const address = addressOf(request);
  limiter.count('read', networkOf(address));
  if (authorization !== undefined) return authenticateKey(deps, authorization, address);
  return authenticate(deps, { cookie, address, secure: request.protocol === 'https' });
}
