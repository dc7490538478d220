import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- constants -------------------------------------------------------------

/** Lines that have electronic applications. */
export const APPLICATION_PRODUCTS = ['life', 'final_expense', 'annuity', 'long_term_care'] as const;
export type ApplicationProduct = (typeof APPLICATION_PRODUCTS)[number];
/** Where an application is filled in: FireLight, or a fact sheet for the carrier's own form. */
export const APPLICATION_DESKS = ['firelight', 'sheet'] as const;

// ---- schemas ---------------------------------------------------------------

/** Body of starting an application. */
export const ApplicationForm = z.strictObject({ contact_id: Id, product: z.enum(APPLICATION_PRODUCTS) });
export type ApplicationForm = z.output<typeof ApplicationForm>;

export const Application = z.object({
  id: Id,
  /** Names it at FireLight, too. */
  reference: z.uuid(),
  product: z.enum(APPLICATION_PRODUCTS),
  desk: z.enum(APPLICATION_DESKS),
  started_by: z.string(),
  started_at: Instant,
  /** Opens it. */
  url: z.string(),
});
export type Application = z.output<typeof Application>;

const write = { method: 'POST', effect: 'write', access: 'contacts.write', idempotent: true, rate: 'write' } as const;
const read = {
  method: 'GET',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
} as const;

// ---- endpoints -------------------------------------------------------------

export const openFireLight = endpoint({
  ...write,
  name: 'openFireLight',
  path: '/v1/fire_light/dashboard',
  summary: "Open FireLight's dashboard as the current user",
  audit: 'fire_light.opened',
  reply: z.object({ data: z.object({ url: z.string() }) }),
});

export const startApplication = endpoint({
  ...write,
  name: 'startApplication',
  path: '/v1/fire_light/application',
  summary: 'Start an application for a contact, filled in with what is known',
  audit: 'fire_light.application_started',
  body: ApplicationForm,
  reply: z.object({ data: Application }),
});

/** Not among the 404 specified calls. */
export const listApplications = endpoint({
  ...read,
  name: 'listApplications',
  path: '/v1/contacts/:id/list_applications',
  summary: 'Applications started for a contact, newest first',
  params: z.strictObject({ id: PathId }),
  reply: z.object({
    data: z.array(Application),
    /** Where the next one is filled in. */
    meta: z.object({ desk: z.enum(APPLICATION_DESKS) }),
  }),
});

/** Not among the 404 specified calls. */
export const downloadFactSheet = endpoint({
  ...read,
  name: 'downloadFactSheet',
  path: '/v1/contacts/:id/applications/:applicationId/fact_sheet',
  summary: 'What an application asks for and the agency knows, as a PDF',
  params: z.strictObject({ id: PathId, applicationId: PathId }),
  reply: z.unknown(),
});
