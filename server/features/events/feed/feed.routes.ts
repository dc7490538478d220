import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { addressOf, networkOf } from '../../../http/client-address.ts';
import { FEED_PATH, readFeed } from './feed.service.ts';

type Asked = FastifyRequest<{ Params: { file: string } }>;

const isKnown = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.split(',').some((one) => [tag, `W/${tag}`, '*'].includes(one.trim()));

/** The feed that other calendars read by its secret address; it reads no cookie. */
export function feedRoutes(app: FastifyInstance, deps: Deps): void {
  app.get(`${FEED_PATH}/:file`, async (request: Asked, reply) => {
    app.limiter.count('read', networkOf(addressOf(request)));
    const feed = await readFeed(deps, request.params.file.replace(/\.ics$/, ''));
    void reply.header('cache-control', 'private, no-cache').header('referrer-policy', 'no-referrer');
    if (feed === null)
      return reply.code(404).type('text/plain; charset=utf-8').send('This calendar has no such address.\n');
    void reply.header('etag', feed.tag);
    if (isKnown(request.headers['if-none-match'], feed.tag)) return reply.code(304).send();
    return reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', 'inline; filename="calendar.ics"')
      .send(feed.text);
  });
}
