import type { FireLightConfig } from '../../config/applications.ts';
import { Refusal, refuseField } from '../../errors.ts';
import { createBreaker, Resting } from '../circuit-breaker.ts';
import { readText } from '../read-text.ts';
import type { ApplicationDesk } from './application-desk.ts';
import { newApplication, producerInquiry, readAnswer } from './tx-life.ts';

/** Milliseconds for one message. Ours: below the 12 s that a request has. */
const SILENCE_MS = 10_000;
/** Consecutive failures after which FireLight isn't asked, and for how many milliseconds. Ours. */
const FAILURES = 3;
const REST_MS = 30_000;
/** Answers stay far below. In bytes, ours. */
const MOST_BYTES = 2 ** 20;

/** FireLight is down, or its answer makes no sense. Its message holds nothing of the application. */
class FireLightAway extends Error {
  override readonly name = 'FireLightAway';
}

/**
 * FireLight: takes ACORD messages over HTTPS, and opens what they name by their reference. Nothing but the configured
 * host is asked, and no redirect is followed.
 */
export function fireLight(
  { baseUrl, organization, userName, password, carrier, products }: FireLightConfig,
  timeoutMs = SILENCE_MS,
): ApplicationDesk {
  const breaker = createBreaker({
    failures: FAILURES,
    restMs: REST_MS,
    now: () => performance.now(),
    isFailure: (error) => error instanceof FireLightAway,
    othersWait: true,
  });
  const authorization = `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;

  const send = async (xml: string): Promise<void> => {
    const response = await fetch(`${baseUrl}/EGApp/NewBusiness`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml; charset=utf-8', authorization },
      body: xml,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      throw new FireLightAway("FireLight isn't responding.", { cause });
    });
    const text = await readText(response, MOST_BYTES).catch(() => null);
    if (response.status === 401 || response.status === 403) throw refusedAccess();
    const answer = response.ok && text !== null ? readAnswer(text) : null;
    if (answer === null) throw new FireLightAway(`FireLight answered ${response.status} with what is no result.`);
    if (!answer.isSuccess) throw new Refusal('refused', `FireLight refused: ${answer.reason || 'no reason given'}`);
  };
  const guarded = async (xml: string): Promise<void> => {
    try {
      await breaker.ask(() => send(xml));
    } catch (error) {
      if (!(error instanceof FireLightAway || error instanceof Resting)) throw error;
      throw new Refusal('unavailable', "FireLight isn't responding. Try again in a minute.", {
        retryAfter: REST_MS / 1_000,
        cause: error,
      });
    }
  };
  const urlOf = (reference: string) =>
    `${baseUrl}/EGApp/PassiveCall.aspx?${new URLSearchParams({ O: organization, refid: reference }).toString()}`;

  return {
    urlOf,
    start: async (named, facts) => {
      const product = products[facts.product];
      if (product === undefined) throw refuseField('product', "Your agency doesn't offer this product in FireLight.");
      await guarded(newApplication(named, facts, { carrier, product }));
    },
    dashboard: async (named, agent) => {
      await guarded(producerInquiry(named, agent));
      return urlOf(named.reference);
    },
  };
}

const refusedAccess = () =>
  new Refusal(
    'conflict',
    "FireLight rejected this server's sign-in. Ask your system administrator to check its settings.",
  );
