import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { brandOf } from '#brands/brand.ts';
import { LEAD_BOXES, WebpageLead } from '#contract/public-pages.contract.ts';
import { bareHost, pageHost } from '#rules/public-pages/page-host.ts';
import type { PageLanguage } from '#rules/words/page-language.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { addressOf } from '../../http/client-address.ts';
import { parsePart } from '../../http/request-parts.ts';
import { agentPage, fillForm } from './agent-page.ts';
import { batchedDelivery, deliverLead } from './deliver-lead.service.ts';
import { openForm } from './form-token.ts';
import { faultsOf, leadOf } from './lead.ts';
import { openLeadJournal } from './lead-journal.ts';
import { BLANK, type Entered } from './lead-form.ts';
import type { Place } from './page-facts.ts';
import { refusalIn } from './page-words.ts';
import { refusedPage, unknownPage, unsentPage } from './plain-pages.ts';
import { languageOf, pageUrlOf, sendPage } from './serve-page.ts';
import { createSites } from './sites.ts';

/** Milliseconds that a person waits for the delivery of what is already kept. Ours. */
const WAIT_MS = 2_500;

/** Folder in the data folder. */
export const LEADS_DIR = 'leads';

/** Refused fields, by name. */
type Faults = Readonly<Record<string, readonly string[]>>;

interface Refused {
  readonly entered: Entered;
  readonly errors: Faults;
  readonly language: PageLanguage;
}

const inLanguage = (faults: Faults, language: PageLanguage): Faults =>
  Object.fromEntries(
    Object.entries(faults).map(([field, texts]) => [field, texts.map((text) => refusalIn(text, language))]),
  );

/** What serves pages and takes their requests, as long as the process runs. */
export function openSites(deps: Deps) {
  const brand = brandOf(deps.config.brand);
  const sites = createSites(deps);
  const journal = openLeadJournal({
    dir: join(deps.config.dataDir, LEADS_DIR),
    seal: deps.seal,
    log: deps.log,
    deliver: batchedDelivery(deps),
  });

  /** Kept on disk first, so that whatever happens next loses nothing. @throws {Refusal} `unavailable` when neither takes it. */
  const take = async (request: FastifyRequest, place: Place, body: WebpageLead): Promise<void> => {
    const lead = await leadOf(deps, {
      body,
      host: bareHost(request.host),
      page: { of: place.of, host: place.of === 'domain' ? place.host : '', name: place.name },
      address: addressOf(request),
      browser: request.headers['user-agent'] ?? '',
    });
    try {
      await journal.keep(lead);
    } catch (error) {
      deps.log.error({ err: error }, 'a request of a public page can’t be kept on disk');
      const isDelivered = await deliverLead(deps, lead).catch((cause: unknown) => {
        throw new Refusal('unavailable', 'We can’t take your request right now. Try again in a minute.', {
          retryAfter: 30,
          cause,
        });
      });
      if (!isDelivered) throw new Refusal('not_found', 'Page not found.');
      return;
    }
    await Promise.race([journal.deliver(lead.key), sleep(WAIT_MS, undefined, { ref: false })]);
  };

  const takeCall = async (request: FastifyRequest, place: Place, body: WebpageLead): Promise<void> => {
    const faults = faultsOf(body);
    const [field, messages] = Object.entries(faults)[0] ?? [];
    if (field !== undefined) throw new Refusal('refused', messages?.[0] ?? '', { fields: faults });
    // A form of ours proves its page, also while the database is away.
    if (openForm(deps.seal, body.form) === null && (await sites.find(place)) === null) {
      throw new Refusal('not_found', 'Page not found.');
    }
    await take(request, place, body);
  };

  const refuse = async (request: FastifyRequest, reply: FastifyReply, { entered, errors, language }: Refused) => {
    const place = placeOfForm(request, deps.config.appUrl, entered.path);
    const facts = place === null ? null : await sites.find(place).catch(() => null);
    if (facts === null) return sendPage(reply, 422, refusedPage(brand, language, Object.values(errors).flat()));
    const url = pageUrlOf(request, entered.path);
    const { html, policy } = agentPage(brand, facts, { url, at: deps.now(), entered, errors, language });
    // The same form again: what it proves is when it was shown first.
    return sendPage(reply, 422, { html: fillForm(html, entered.form), policy });
  };

  const takeForm = async (request: FastifyRequest<{ Body: URLSearchParams | undefined }>, reply: FastifyReply) => {
    const entered = enteredOf(request.body ?? new URLSearchParams());
    const place = placeOfForm(request, deps.config.appUrl, entered.path);
    const form = openForm(deps.seal, entered.form);
    // That of the page that was filled in; one without was shown in English.
    const language = form === null ? languageOf(request) : (form.language ?? 'en');
    if (place === null) return sendPage(reply, 404, unknownPage(brand, language));
    try {
      const body = parsePart('body', WebpageLead, bodyOf(entered)) as WebpageLead;
      const isOwn = form !== null && form.host === bareHost(request.host);
      await takeCall(request, place, isOwn ? body : { ...body, form: '' });
      return await reply.redirect(language === languageOf(request) ? '/thank-you' : `/thank-you?lang=${language}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal)) return failed(error, reply, language);
      if (error.code === 'refused')
        return refuse(request, reply, { entered, errors: inLanguage(error.fields, language), language });
      if (error.code === 'not_found') return sendPage(reply, 404, unknownPage(brand, language));
      return sendPage(reply.header('retry-after', '30'), 503, unsentPage(brand, language));
    }
  };

  const failed = (error: unknown, reply: FastifyReply, language: PageLanguage) => {
    deps.log.error({ err: error }, 'a request of a public page failed');
    return sendPage(reply.header('retry-after', '30'), 503, unsentPage(brand, language));
  };

  return { sites, journal, takeCall, takeForm };
}

/** The page that a form is on, by the host and its own path. `null`: none. */
function placeOfForm(request: FastifyRequest, appUrl: string | null, path: string): Place | null {
  const host = pageHost(request.host, appUrl);
  if (host.of === 'app') return null;
  if (host.of === 'agent') return host.name === null ? null : { of: 'agent', name: host.name };
  const name = /^\/([a-z0-9-]{3,32})\/?$/i.exec(path)?.[1]?.toLowerCase() ?? null;
  return { of: 'domain', host: host.host, name };
}

function enteredOf(form: URLSearchParams): Entered {
  const texts = Object.entries(BLANK).filter(([, value]) => typeof value === 'string');
  const path = form.get('path') ?? '/';
  return {
    ...BLANK,
    ...Object.fromEntries(texts.map(([name]) => [name, (form.get(name) ?? '').replaceAll('\0', '')])),
    path: /^\/[a-z0-9-]{0,32}\/?$/i.test(path) ? path : '/',
    agreed: LEAD_BOXES.filter((box) => form.get(`agree_${box}`) !== null),
  };
}

function bodyOf(entered: Entered): Record<string, unknown> {
  const texts = Object.entries(entered).filter(([name]) => name !== 'path' && name !== 'agreed');
  const boxes = LEAD_BOXES.map((box) => [`agree_${box}`, entered.agreed.includes(box)]);
  return Object.fromEntries([...texts, ...boxes]);
}
