import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { brandOf } from '#brands/brand.ts';
import { BookingForm, bookingTypes } from '#contract/bookings.contract.ts';
import { askedLanguage, isPageLanguage, PAGE_LANGUAGES, type PageLanguage } from '#rules/words/page-language.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { addressOf, networkOf } from '../../http/client-address.ts';
import type { PublicPage } from '../../http/public-page.ts';
import { parsePart } from '../../http/request-parts.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { bookingPage, choosePage, detailsPage, messagePage, type Spoken } from './book-page.ts';
import { BOOK_PATH, BOOKING_PATH } from './booking-link.ts';
import { BOOKING_TYPES } from './booking-types.table.ts';
import * as service from './bookings.service.ts';

/** Bytes of a form at most: a few short fields. */
const FORM_BYTES = 10_000;

const Query = z.object({
  zone: z.optional(z.string().check(z.maxLength(60))),
  day: z.optional(
    z.string().check(
      z.regex(/^\d{4}-\d\d-\d\d$/),
      z.refine((day) => !Number.isNaN(Date.parse(day))),
    ),
  ),
  move: z.optional(z.string()),
  lang: z.optional(z.enum(PAGE_LANGUAGES)),
});

type Asked = FastifyRequest<{ Params: { name: string }; Querystring: unknown; Body: URLSearchParams | undefined }>;

export const bookingsRoutes = (app: FastifyInstance, deps: Deps): void => {
  bindResource(app, deps, bookingTypes, BOOKING_TYPES);
  publicRoutes(app, deps);
};

/** The zone of the address, if it is one. */
function zoneOf(written: string | null | undefined, other: string): string {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: written || other }).resolvedOptions().timeZone;
  } catch {
    return other;
  }
}

const queryOf = ({ query }: Asked) => z.safeParse(Query, query).data ?? {};
const formOf = ({ body }: Asked): URLSearchParams => body ?? new URLSearchParams();
const textIn = (form: URLSearchParams, name: string): string => form.get(name) ?? '';
/** In ms; what isn't a time of this era is one that no one offers. */
const startIn = (form: URLSearchParams): number =>
  /^\d{1,13}$/.test(textIn(form, 'start')) ? Number(textIn(form, 'start')) : 0;
/** That of the address or the form, else that of the booking, else that of the browser. */
function spokenIn(request: Asked, booked?: PageLanguage): Spoken {
  const sent = request.body?.get('lang');
  const chosen = queryOf(request).lang ?? (isPageLanguage(sent) ? sent : undefined) ?? booked;
  const language = chosen ?? askedLanguage(request.headers['accept-language']) ?? 'en';
  const [path = '', query] = request.url.split('?');
  const other = new URLSearchParams(query);
  other.set('lang', language === 'en' ? 'es' : 'en');
  return { language, otherHref: `${path}?${other}` };
}

const FIELDS = ['first_name', 'last_name', 'email', 'phone'] as const;
const fieldsOf = (form: URLSearchParams) => Object.fromEntries(FIELDS.map((name) => [name, textIn(form, name)]));

/** What visitors are shown. */
function screensOf(deps: Deps) {
  const brand = brandOf(deps.config.brand);
  const send = (reply: FastifyReply, status: number, { html, policy }: PublicPage) =>
    reply
      .code(status)
      .type('text/html; charset=utf-8')
      .header('content-security-policy', policy)
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-store')
      .send(html);
  const orMessage = (request: Asked, reply: FastifyReply) => (error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    const { language } = spokenIn(request);
    if (error.code === 'not_found') return send(reply, 404, messagePage(brand, language, 'unknown', error.message));
    return send(reply, 409, messagePage(brand, language, 'failed', error.message));
  };
  const choose = (offered: service.Offered, request: Asked, status: number, reply: FastifyReply, notice = '') => {
    const { zone, move } = queryOf(request);
    const [path = ''] = request.url.split('?');
    return send(
      reply,
      status,
      choosePage(brand, spokenIn(request), {
        ...offered,
        zone: zoneOf(zone ?? request.body?.get('zone'), offered.offer.zone),
        submission: randomUUID(),
        notice,
        path: move === undefined ? path : `${path}?move=1`,
        moves: move !== undefined,
      }),
    );
  };
  const showTimes = async (request: Asked, reply: FastifyReply, status = 200, notice = '') =>
    choose(
      await service.readPage(deps, request.params.name, queryOf(request).day ?? null),
      request,
      status,
      reply,
      notice,
    );
  const showMove = async (request: Asked, reply: FastifyReply, status = 200, notice = '') =>
    choose(
      await service.timesToMove(deps, request.params.name, queryOf(request).day ?? null),
      request,
      status,
      reply,
      notice,
    );
  const showBooking = async (request: Asked, reply: FastifyReply) => {
    const shown = await service.viewBooking(deps, request.params.name);
    const spoken = spokenIn(request, shown.booking.language);
    if (shown.booking.status === 'held')
      return send(reply, 200, detailsPage(brand, spoken, { shown, entered: {}, errors: {} }));
    const path = `${BOOKING_PATH}/${encodeURIComponent(request.params.name)}`;
    return send(reply, 200, bookingPage(brand, spoken, shown, path));
  };
  const messageWithTimes = (
    spoken: Spoken,
    offered: service.Offered,
    { booking }: service.ShownBooking,
    notice: string,
  ) =>
    choosePage(brand, spoken, {
      ...offered,
      zone: booking.zone,
      submission: randomUUID(),
      notice,
      path: `${BOOK_PATH}/${offered.offer.slug}`,
      moves: false,
    });
  return { brand, send, orMessage, showTimes, showMove, showBooking, messageWithTimes };
}

/** The same on the page of free times. */
const timesOf = ({ language }: Spoken, slug: string): Spoken => ({
  language,
  otherHref: `${BOOK_PATH}/${slug}?lang=${language === 'en' ? 'es' : 'en'}`,
});

/** What visitors do. */
function actsOf(deps: Deps, { brand, send, showTimes, showMove, messageWithTimes }: ReturnType<typeof screensOf>) {
  const hold = async (request: Asked, reply: FastifyReply) => {
    const form = formOf(request);
    const chosen = {
      start: startIn(form),
      zone: zoneOf(form.get('zone'), 'America/New_York'),
      language: spokenIn(request).language,
      submission: textIn(form, 'submission').slice(0, 60) || randomUUID(),
    };
    try {
      const token = await service.holdTime(deps, request.params.name, chosen);
      return await reply.redirect(`${BOOKING_PATH}/${token}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      return showTimes(request, reply, 409, error.message);
    }
  };
  const book = async (request: Asked, reply: FastifyReply) => {
    const { name: token } = request.params;
    try {
      await service.bookTime(
        deps,
        token,
        parsePart('body', BookingForm, fieldsOf(formOf(request))) as BookingForm,
        request.id,
        spokenIn(request).language,
      );
      return await reply.redirect(`${BOOKING_PATH}/${token}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'not_found') throw error;
      const shown = await service.viewBooking(deps, token);
      const spoken = spokenIn(request, shown.booking.language);
      if (error.code === 'conflict' && shown.offer !== null) {
        const offered = await service.readPage(deps, shown.offer.slug, null);
        return send(reply, 409, messageWithTimes(timesOf(spoken, shown.offer.slug), offered, shown, error.message));
      }
      const entered = fieldsOf(formOf(request));
      return send(reply, 422, detailsPage(brand, spoken, { shown, entered, errors: error.fields }));
    }
  };
  const move = async (request: Asked, reply: FastifyReply) => {
    try {
      const token = await service.moveBooking(deps, request.params.name, startIn(formOf(request)), request.id);
      return await reply.redirect(`${BOOKING_PATH}/${token}`, 303);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'conflict') throw error;
      return showMove(request, reply, 409, error.message);
    }
  };
  const cancel = async (request: Asked, reply: FastifyReply) => {
    const { booking, offer } = await service.viewBooking(deps, request.params.name);
    await service.cancelBooking(deps, request.params.name, request.id);
    const isHeld = booking.status === 'held' && offer !== null;
    return reply.redirect(
      isHeld
        ? `${BOOK_PATH}/${offer.slug}?lang=${spokenIn(request, booking.language).language}`
        : `${BOOKING_PATH}/${request.params.name}`,
      303,
    );
  };
  return { hold, book, move, cancel };
}

/** The pages on which visitors book; they work without scripts, and read no cookie. */
function publicRoutes(app: FastifyInstance, deps: Deps): void {
  const screens = screensOf(deps);
  const { orMessage, showTimes, showMove, showBooking } = screens;
  const { hold, ...acts } = actsOf(deps, screens);
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) =>
      parsed(null, new URLSearchParams(String(body))),
    );
    const limited =
      (kind: 'read' | 'write', work: (request: Asked, reply: FastifyReply) => Promise<unknown>) =>
      async (request: Asked, reply: FastifyReply) => {
        app.limiter.count(kind, networkOf(addressOf(request)));
        return work(request, reply).catch(orMessage(request, reply));
      };
    const options = { bodyLimit: FORM_BYTES };
    scope.get(
      `${BOOK_PATH}/:name`,
      limited('read', (request, reply) => showTimes(request, reply)),
    );
    scope.post(`${BOOK_PATH}/:name`, options, limited('write', hold));
    scope.get(
      `${BOOKING_PATH}/:name`,
      limited('read', (request, reply) =>
        queryOf(request).move === undefined ? showBooking(request, reply) : showMove(request, reply),
      ),
    );
    scope.post(
      `${BOOKING_PATH}/:name`,
      options,
      limited('write', (request, reply) => {
        const action = textIn(formOf(request), 'action');
        return acts[action === 'move' || action === 'cancel' ? action : 'book'](request, reply);
      }),
    );
    done();
  });
}
