import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ThirdPartyKey, widenPolicy } from '#rules/settings/third-parties.ts';
import { usedProviders } from '../features/settings/used-providers.ts';
import { bootOf, pageOf } from './boot.ts';
import { methodsAt } from './bound-endpoints.ts';
import { DATA_POLICY, pagePolicyOf } from './content-policy.ts';
import { replyNotFound, replyWrongMethod } from './error-reply.ts';
import { aheadOf } from './send-clock.ts';

/** Paths of the API: what is unknown there is an error, not a page. */
const API = /^\/(v1|cable|assets|docs)(\/|$)/;

/** Serves the built browser app: its files, and the same document for every page's path. */
export async function servePages(app: FastifyInstance, folder: string): Promise<void> {
  const path = join(folder, 'index.html');
  const template = existsSync(path) ? readFileSync(path, 'utf8') : null;
  const providers = usedProviders(app.deps);
  app.addHook('onClose', (_, done) => {
    providers.stop();
    done();
  });
  const made = { key: '', page: '' };
  const pageNow = (source: string, used: readonly ThirdPartyKey[]): string => {
    const ahead = aheadOf(app.deps);
    const key = `${ahead} ${used.join(' ')}`;
    if (made.key !== key) Object.assign(made, { key, page: pageOf(source, bootOf(app.deps.config, ahead, used)) });
    return made.page;
  };

  await app.register(async (pages) => {
    // Pages have a policy of their own instead of the one for data.
    pages.addHook('onRequest', (_, reply, done) => {
      void reply.removeHeader('content-security-policy');
      done();
    });
    // Headers that only https may send are set per request, in app.ts.
    await pages.register(helmet, {
      contentSecurityPolicy: pagePolicyOf(app.deps.config),
      strictTransportSecurity: false,
      xFrameOptions: { action: 'deny' },
      referrerPolicy: { policy: 'same-origin' },
    });
    if (template !== null) {
      await pages.register(fastifyStatic, {
        root: folder,
        wildcard: false,
        index: false,
        // The build writes the compressed form next to each file.
        preCompressed: true,
        globIgnore: ['**/*.map', '**/*.br', '**/*.gz', 'index.html', '.vite/**'],
        cacheControl: false,
        setHeaders: (reply, file) => void reply.header('cache-control', cacheFor(file)),
      });
    }
    pages.get('/', (_, reply) => sendPage(reply));
    pages.get('/_app', (_, reply) => sendPage(reply));
    pages.setNotFoundHandler((request, reply) => {
      if (isPage(request)) return sendPage(reply);
      void reply.header('content-security-policy', DATA_POLICY);
      const allowed = methodsAt(app, request.url.split('?', 1)[0] ?? '');
      return allowed.length > 0 ? replyWrongMethod(request, reply, allowed) : replyNotFound(request, reply);
    });
  });

  const sendPage = async (reply: FastifyReply) => {
    if (template === null) return reply.code(503).type('text/plain; charset=utf-8').send("The pages aren't built yet.");
    const used = await providers.read();
    if (used.length > 0) {
      const policy = String(reply.raw.getHeader('content-security-policy'));
      void reply.header('content-security-policy', widenPolicy(policy, used));
    }
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(pageNow(template, used));
  };
}

/** Files under `assets` carry a hash of their content in their name. */
const cacheFor = (file: string) => (file.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');

function isPage({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = url.split('?', 1)[0] ?? '';
  const isFile = (path.split('/').at(-1) ?? '').includes('.');
  return !API.test(path) && !isFile && headers['sec-fetch-dest'] !== 'empty';
}
