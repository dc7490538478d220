import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '#brands/brand.ts';
import type { Deps } from '../../deps.ts';
import { addressOf, networkOf } from '../../http/client-address.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-links.ts';
import { ASKING, DONE, UNKNOWN, unsubscribePage } from './unsubscribe-page.ts';
import { readState, unsubscribe, type UnsubscribeState } from './unsubscribe.service.ts';

/** Bytes of a form at most: one field (RFC 8058). */
const FORM_BYTES = 10_000;

type Asked = FastifyRequest<{ Params: { token: string } }>;

/**
 * One-click unsubscribe (RFC 8058): a POST acts without cookie, login or redirect, whether a mail program or the page
 * sends it. A GET only shows the page, since scanners open every link.
 */
export function unsubscribeRoutes(app: FastifyInstance, deps: Deps): void {
  const brand = brandOf(deps.config.brand);
  const show = (reply: FastifyReply, state: UnsubscribeState | null) => {
    const words = state === null ? UNKNOWN : (state.isDone ? DONE : ASKING)(state.agency);
    const { html, policy } = unsubscribePage(brand, words);
    return reply
      .code(state === null ? 404 : 200)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(html);
  };

  void app.register((scope, _, done) => {
    // What the form says is in the address already.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, parsed) => parsed(null));
    const options = { bodyLimit: FORM_BYTES };

    scope.get(`${UNSUBSCRIBE_PATH}/:token`, async (request: Asked, reply) => {
      app.limiter.count('read', networkOf(addressOf(request)));
      return show(reply, await readState(deps, request.params.token));
    });
    scope.post(`${UNSUBSCRIBE_PATH}/:token`, options, async (request: Asked, reply) => {
      app.limiter.count('write', networkOf(addressOf(request)));
      return show(reply, await unsubscribe(deps, request.params.token));
    });
    done();
  });
}
