import type { FastifyInstance } from 'fastify';
import { listDisputes } from '#contract/wallets/disputes.contract.ts';
import { NotSigned } from '../../../adapters/payments/payments.ts';
import type { Deps } from '../../../deps.ts';
import { addressOf, networkOf } from '../../../http/client-address.ts';
import { bind } from '../../../http/bind.ts';
import { listOpened, recordDispute } from './disputes.service.ts';

/** Where Stripe sends its notices. */
export const STRIPE_NOTICES_PATH = '/_payments/stripe/events';

/** Bytes of a notice at most. Ours: one has about four thousand. */
const NOTICE_BYTES = 262_144;

export function disputesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listDisputes, ({ identity, query }) => listOpened(deps, identity, query));
  void app.register((scope, _, done) => {
    // The signature covers the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => parsed(null, body));
    scope.post(STRIPE_NOTICES_PATH, { bodyLimit: NOTICE_BYTES }, async (request, reply) => {
      if (deps.payments.provider !== 'stripe') return reply.callNotFound();
      app.limiter.count('write', networkOf(addressOf(request)));
      const signature = request.headers['stripe-signature'];
      const notice = {
        body: typeof request.body === 'string' ? request.body : '',
        signature: typeof signature === 'string' ? signature : '',
      };
      try {
        // An answer other than 2xx has Stripe send it again, for three days.
        const dispute = await deps.payments.disputeOf(notice);
        if (dispute !== null) await recordDispute(deps, dispute);
        return await reply.code(204).send();
      } catch (error) {
        if (!(error instanceof NotSigned)) throw error;
        request.log.warn('a notice had no right signature');
        return reply.code(403).send();
      }
    });
    done();
  });
}
