import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { brandOf } from '#brands/brand.ts';
import type { Body } from '#contract/endpoint.ts';
import { SOA_LANGUAGES, type SoaLanguage, soaRequests } from '#contract/soa.contract.ts';
import { askedLanguage } from '#rules/words/page-language.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { addressOf, networkOf } from '../../http/client-address.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { parsePart } from '../../http/request-parts.ts';
import { type Entered, type Shown, signPage, unknownPage } from './sign-page.ts';
import { copyOf, submitSoa, viewSoa } from './sign-soa.service.ts';
import { SIGN_PATH } from './soa-link.ts';
import { asPdf, openerOf } from './soa.routes.ts';

/** Bytes of the form at most: a drawn signature has some 4,000 points. */
const FORM_BYTES = 120_000;

const Query = z.object({ lang: z.optional(z.enum(SOA_LANGUAGES)), domain_name: z.optional(z.string()) });

type Asked = FastifyRequest<{ Params: { token: string }; Querystring: unknown; Body: URLSearchParams }>;

/** The page on which a person signs; it works without scripts, and reads no cookie. */
export function signPageRoutes(app: FastifyInstance, deps: Deps): void {
  const brand = brandOf(deps.config.brand);
  const send = (reply: FastifyReply, status: number, { html, policy }: PublicPage) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .send(html);
  const askedOf = ({ params, query }: Asked) => {
    const { lang, domain_name: domainName } = z.safeParse(Query, query).data ?? {};
    return { asked: { token: params.token, domainName }, lang };
  };
  const browserOf = ({ headers }: Asked) => askedLanguage(headers['accept-language']);
  const show = async (request: Asked, reply: FastifyReply, more: Partial<Shown> = {}, language?: SoaLanguage) => {
    const { asked, lang } = askedOf(request);
    const view = await viewSoa(deps, asked, openerOf(request), {
      chosen: language ?? lang ?? null,
      browser: browserOf(request),
    });
    const entered = more.entered ?? { ...BLANK, products: view.products, submission: randomUUID() };
    const page = { entered, errors: {}, isRefused: false, ...hrefsOf(request, view.language), ...more };
    return send(reply, more.isRefused === true ? 422 : 200, signPage(brand, { ...page, view }));
  };
  const orUnknown = (request: Asked, reply: FastifyReply) => (error: unknown) => {
    if (!(error instanceof Refusal) || error.code !== 'not_found') throw error;
    return send(reply, 404, unknownPage(brand, askedOf(request).lang ?? browserOf(request) ?? 'en'));
  };

  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    scope.get(`${SIGN_PATH}/:token`, async (request: Asked, reply) => {
      app.limiter.count('read', networkOf(addressOf(request)));
      return show(request, reply).catch(orUnknown(request, reply));
    });
    scope.get(`${SIGN_PATH}/:token/copy.pdf`, async (request: Asked, reply) => {
      app.limiter.count('read', networkOf(addressOf(request)));
      const document: unknown = await copyOf(deps, askedOf(request).asked).catch(orUnknown(request, reply));
      return Buffer.isBuffer(document) ? asPdf(reply, 'scope-of-appointment.pdf').send(document) : document;
    });
    scope.post(`${SIGN_PATH}/:token`, { bodyLimit: FORM_BYTES }, async (request: Asked, reply) => {
      app.limiter.count('write', networkOf(addressOf(request)));
      const { asked } = askedOf(request);
      const form = request.body;
      try {
        const body = parsePart('body', soaRequests.submit.body, fieldsOf(form)) as Body<typeof soaRequests.submit>;
        await submitSoa(deps, asked, openerOf(request), body);
        return await reply.redirect(`${hrefsOf(request, body.language).ownHref}`, 303);
      } catch (error) {
        if (!(error instanceof Refusal) || error.code === 'not_found') return orUnknown(request, reply)(error);
        const language = SOA_LANGUAGES.find((one) => one === form.get('language')) ?? 'en';
        const entered = enteredOf(form);
        return show(request, reply, { entered, errors: error.fields, isRefused: true }, language).catch(
          orUnknown(request, reply),
        );
      }
    });
    done();
  });
}

const BLANK: Omit<Entered, 'products' | 'submission'> = {
  name: '',
  signsAs: 'beneficiary',
  relationship: '',
  beneficiaryName: '',
};

const textIn = (form: URLSearchParams, name: string): string => form.get(name) ?? '';

const enteredOf = (form: URLSearchParams): Entered => ({
  name: textIn(form, 'name'),
  products: form.getAll('products'),
  signsAs: textIn(form, 'signs_as'),
  relationship: textIn(form, 'relationship'),
  beneficiaryName: textIn(form, 'beneficiary_name'),
  submission: textIn(form, 'submission'),
});

/** The form as the body of the call `submitSoaRequest`. */
function fieldsOf(form: URLSearchParams): Record<string, unknown> {
  const names = ['name', 'signs_as', 'relationship', 'beneficiary_name', 'language', 'text_version', 'submission'];
  return {
    ...Object.fromEntries(names.map((name) => [name, textIn(form, name)])),
    products: form.getAll('products'),
    drawing: drawingOf(textIn(form, 'drawing')),
  };
}

function drawingOf(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function hrefsOf({ params, query }: Asked, language: string) {
  const { domain_name: domainName } = z.safeParse(Query, query).data ?? {};
  const path = `${SIGN_PATH}/${encodeURIComponent(params.token)}`;
  const page = domainName === undefined ? {} : { domain_name: domainName };
  const href = (to: string, more: object) => `${to}?${new URLSearchParams({ ...page, ...more })}`;
  return {
    ownHref: href(path, { lang: language }),
    otherHref: href(path, { lang: language === 'en' ? 'es' : 'en' }),
    copyHref: href(`${path}/copy.pdf`, {}),
  };
}
