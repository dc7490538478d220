import * as z from 'zod/mini';
import { Id, Instant, PathId } from './_wire.contract.ts';
import { MAX_FILE_BYTES } from './files.contract.ts';
import { endpoint } from './endpoint.ts';
import { type About, created, paged, resource, shown } from './resource.ts';

// ---- constants -------------------------------------------------------------

export const SOA_STATUSES = [
  'drafted',
  'sent',
  'viewed',
  'signed',
  'completed',
  'rejected',
  'expired',
  'superseded',
] as const;
export type SoaStatus = (typeof SOA_STATUSES)[number];

/** How the person agrees: on a page, on paper, or in a recorded call. */
export const SOA_METHODS = ['link', 'paper', 'call'] as const;
export type SoaMethod = (typeof SOA_METHODS)[number];

export const SOA_LANGUAGES = ['en', 'es'] as const;
export type SoaLanguage = (typeof SOA_LANGUAGES)[number];

/** Types of products. Source: the model form of the Centers for Medicare & Medicaid Services. */
export const SOA_PRODUCTS = ['advantage', 'part_d', 'medigap', 'dental_vision_hearing', 'hospital'] as const;
export type SoaProduct = (typeof SOA_PRODUCTS)[number];

/** `copy`: the agent hands the link or its QR code over. */
export const SOA_WAYS = ['mail', 'text', 'copy'] as const;
export type SoaWay = (typeof SOA_WAYS)[number];

/** Why an agreement may come later than the rule asks. Source: 42 CFR 422.2264(c)(3). */
export const SOA_EXCEPTIONS = ['walk_in', 'enrollment_ends'] as const;
export type SoaException = (typeof SOA_EXCEPTIONS)[number];

/** Against the rule on the day of the meeting: early enough, too late for its wait, or after the meeting began. */
export const SOA_TIMINGS = ['in_time', 'short', 'after'] as const;
export type SoaTiming = (typeof SOA_TIMINGS)[number];

export const SOA_EVENTS = ['created', 'sent', 'viewed', 'signed', 'completed', 'rejected', 'superseded'] as const;
export type SoaEvent = (typeof SOA_EVENTS)[number];

/** Hours for which a link can be signed. Source: AgencyBloc has 24, others 72; ours. */
export const SOA_LINK_HOURS = 72;
/** Points of a drawn signature, and lines. Ours. */
const MAX_POINTS = 4_000;
const MAX_LINES = 200;
/** The box that a signature is drawn in. */
export const SIGNATURE_BOX = { width: 320, height: 96 } as const;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const needed = (max: number, message: string) => text(max).check(z.minLength(1, message));
const Products = z
  .array(z.enum(SOA_PRODUCTS))
  .check(z.minLength(1, 'Choose at least one type of product.'), z.maxLength(SOA_PRODUCTS.length));
const Person = z.object({ id: Id, name: z.string() });

/** Lines of points `[x, y]` in a box of 320 by 96. */
const Drawing = z
  .array(
    z
      .array(
        z.tuple([
          z.number().check(z.gte(0), z.lte(SIGNATURE_BOX.width)),
          z.number().check(z.gte(0), z.lte(SIGNATURE_BOX.height)),
        ]),
      )
      .check(z.minLength(1)),
  )
  .check(
    z.maxLength(MAX_LINES, 'Draw the signature with fewer lines.'),
    z.refine((lines) => lines.flat().length <= MAX_POINTS, 'Draw a shorter signature.'),
  );

/** What the person enters. */
export const SoaSigned = z.object({
  /** The legal name, typed; it is the signature where nothing is drawn. */
  name: needed(160, 'Enter your full name.'),
  products: Products,
  /** `representative`: signs for someone whom they represent by law. */
  signs_as: z.enum(['beneficiary', 'representative']),
  /** Of a representative. */
  relationship: text(80),
  /** Of a representative: whom they sign for. */
  beneficiary_name: text(160),
  /** `null`: the typed name signs. */
  drawing: z.nullable(Drawing),
  language: z.enum(SOA_LANGUAGES),
});
export type SoaSigned = z.output<typeof SoaSigned>;

export const SoaRule = z.object({ id: Id, title: z.string(), source: z.string(), hours_before: z.int() });

export const SoaRequest = z.object({
  id: Id,
  status: z.enum(SOA_STATUSES),
  method: z.enum(SOA_METHODS),
  contact: z.object({
    id: Id,
    number: Id,
    name: z.string(),
    email: z.nullable(z.string()),
    phone: z.nullable(z.string()),
  }),
  /** The agent whom the person meets. */
  user: Person,
  language: z.enum(SOA_LANGUAGES),
  /** Proposed by the agent until the person has agreed to theirs. */
  products: z.array(z.enum(SOA_PRODUCTS)),
  appointment_at: z.nullable(Instant),
  /** IANA zone of the appointment. */
  zone: z.string(),
  sent_by: z.nullable(z.enum(SOA_WAYS)),
  sent_at: z.nullable(Instant),
  viewed_at: z.nullable(Instant),
  expires_at: z.nullable(Instant),
  signed_at: z.nullable(Instant),
  /** `null`: not signed. */
  signer: z.nullable(
    z.object({ name: z.string(), signs_as: z.string(), relationship: z.string(), drawn: z.boolean() }),
  ),
  timing: z.nullable(z.enum(SOA_TIMINGS)),
  completed_at: z.nullable(Instant),
  /** Why it was rejected; else empty. */
  reason: z.string(),
  created_at: Instant,
  may_change: z.boolean(),
});
export type SoaRequest = z.output<typeof SoaRequest>;

export const SoaDetail = z.extend(SoaRequest, {
  /** Where the person signs; `null`: it can't be signed there now. */
  link: z.nullable(z.string()),
  /** QR code of the link, as the address of a picture. */
  qr: z.nullable(z.string()),
  rule: z.nullable(SoaRule),
  initial_contact: z.string(),
  exception: z.nullable(z.enum(SOA_EXCEPTIONS)),
  agent_signature: z.string(),
  note: z.string(),
  /** The paper form or the recording among the files of the contact; `null`: none. */
  file_id: z.nullable(Id),
  /** What was sealed of that file. */
  form: z.nullable(z.object({ name: z.string(), sha256: z.string() })),
  supersedes_id: z.nullable(Id),
  superseded_by_id: z.nullable(Id),
  /** The latest seal; `null`: nothing was sealed. */
  seal: z.nullable(z.object({ seq: z.int(), hash: z.string(), document_hash: z.string(), at: Instant })),
  events: z.array(
    z.object({
      id: Id,
      at: Instant,
      kind: z.enum(SOA_EVENTS),
      /** `null`: the person. */
      by: z.nullable(Person),
      address: z.string(),
      browser: z.string(),
      way: z.string(),
    }),
  ),
});
export type SoaDetail = z.output<typeof SoaDetail>;

export const SoaVerification = z.object({
  /** True: the documents, what was agreed, and their place in the chain are as they were sealed. */
  intact: z.boolean(),
  /** What is wrong. Empty: nothing. */
  faults: z.array(z.string()),
  seals: z.array(
    z.object({
      seq: z.int(),
      kind: z.enum(['signed', 'completed']),
      at: Instant,
      hash: z.string(),
      document_hash: z.string(),
    }),
  ),
  checked_at: Instant,
});
export type SoaVerification = z.output<typeof SoaVerification>;

/** What the person sees: nothing of the contact but the first name. */
export const SoaView = z.object({
  state: z.enum(['open', 'signed', 'closed']),
  first_name: z.string(),
  agent: z.object({ name: z.string(), phone: z.string(), agency: z.string() }),
  appointment_at: z.nullable(Instant),
  zone: z.string(),
  products: z.array(z.enum(SOA_PRODUCTS)),
  language: z.enum(SOA_LANGUAGES),
  /** Version of the wording, and the wording. */
  text: z.object({ version: z.string(), paragraphs: z.array(z.string()) }),
  signed_at: z.nullable(Instant),
  expires_at: z.nullable(Instant),
});
export type SoaView = z.output<typeof SoaView>;

export const SoaCreated = z.strictObject({
  contact_id: Id,
  method: z._default(z.enum(SOA_METHODS), 'link'),
  language: z._default(z.enum(SOA_LANGUAGES), 'en'),
  products: Products,
  appointment_at: z._default(z.nullable(Instant), null),
  /** The one that this replaces: immediately where it isn't signed, else once this one is. */
  supersedes_id: z._default(z.nullable(Id), null),
});
export type SoaCreated = z.output<typeof SoaCreated>;

export const SoaCompleted = z.strictObject({
  /** How the person first got in touch. */
  initial_contact: needed(200, 'Say how the person first got in touch.'),
  /** The agent's own name. */
  agent_signature: needed(160, 'Enter your name to sign.'),
  /** Absent: stays. */
  appointment_at: z.optional(Instant),
  /** Needed where the agreement came too late for the rule. */
  exception: z._default(z.nullable(z.enum(SOA_EXCEPTIONS)), null),
});

export type SoaCompleted = z.output<typeof SoaCompleted>;

/** What was agreed to on paper or in a call, and where the proof of it is, as a form has it. */
export const SoaRecorded = z.strictObject({
  name: SoaSigned.shape.name,
  products: Products,
  signs_as: SoaSigned.shape.signs_as,
  relationship: SoaSigned.shape.relationship,
  beneficiary_name: SoaSigned.shape.beneficiary_name,
  signed_at: Instant,
  note: text(2_000),
});
export type SoaRecorded = z.output<typeof SoaRecorded>;

// ---- endpoints -------------------------------------------------------------

const Params = z.strictObject({ id: PathId });
/** In place of the id that the agency knows: the unguessable part of a link. */
const PublicParams = z.strictObject({
  id: z.string().check(z.regex(/^[\w-]{1,200}$/, 'This link is incomplete.')),
});
const PublicQuery = z.strictObject({
  /** The agent's public page that the link is of. Absent: not checked. */
  domain_name: z.optional(z.string().check(z.trim(), z.maxLength(253))),
});
const Detail = z.object({ data: SoaDetail });
const read = { effect: 'read', method: 'GET', idempotent: false, rate: 'read', audit: null } as const;
const write = { effect: 'write', method: 'POST', idempotent: true, rate: 'write' } as const;
const own = ({ access, feature }: About) => ({
  read: { ...read, access: access.read, feature: feature ?? 'soa' } as const,
  write: { ...write, access: access.write, feature: feature ?? 'soa' } as const,
});

export const soaRequests = resource(
  {
    path: '/v1/soa_requests',
    one: 'SoaRequest',
    many: 'SoaRequests',
    label: { one: 'scope of appointment', many: 'scopes of appointment' },
    subject: 'soa_request',
    access: { read: 'contacts.read', write: 'contacts.write' },
    feature: 'soa',
  },
  {
    list: paged(SoaRequest, {
      summary: 'List scopes of appointment with contacts that the current user sees, newest first',
      order: ['contact', 'status', 'appointment_at', 'signed_at', 'created_at'],
      filter: {
        status: z.optional(z.enum(SOA_STATUSES)),
        contact_id: z.optional(z.coerce.number().check(z.int(), z.positive())),
      },
    }),
    read: shown(SoaDetail),
    create: created(SoaDetail, SoaCreated, { summary: 'Draft a scope of appointment with a contact' }),
    send: (about) =>
      endpoint({
        ...own(about).write,
        name: 'sendSoaRequest',
        path: `${about.path}/:id/send`,
        summary: 'Send the link to sign by e-mail or text, or hand it over; the link opens again for 72 hours',
        audit: 'soa_request.sent',
        params: Params,
        body: z.strictObject({ way: z.enum(SOA_WAYS) }),
        reply: Detail,
      }),
    record: (about) =>
      endpoint({
        ...own(about).write,
        name: 'recordSoaRequest',
        path: `${about.path}/:id/record`,
        summary: 'Record an agreement that was signed on paper or given in a recorded call, with its scan or recording',
        rate: 'upload',
        audit: 'soa_request.recorded',
        upload: { field: 'file', maxBytes: MAX_FILE_BYTES, required: false },
        params: Params,
        body: z.strictObject({
          name: SoaSigned.shape.name,
          products: Products,
          signs_as: z._default(SoaSigned.shape.signs_as, 'beneficiary'),
          relationship: z._default(SoaSigned.shape.relationship, ''),
          beneficiary_name: z._default(SoaSigned.shape.beneficiary_name, ''),
          signed_at: Instant,
          /** The form or the recording, where the contact has it already. */
          file_id: z._default(z.nullable(Id), null),
          note: z._default(text(2_000), ''),
        }),
        reply: Detail,
      }),
    complete: (about) =>
      endpoint({
        ...own(about).write,
        name: 'completeSoaRequest',
        path: `${about.path}/:id/complete`,
        summary: "Add the agent's part to a signed scope of appointment and seal it",
        audit: 'soa_request.completed',
        params: Params,
        body: SoaCompleted,
        reply: Detail,
      }),
    reject: (about) =>
      endpoint({
        ...own(about).write,
        name: 'rejectSoaRequest',
        path: `${about.path}/:id/reject`,
        summary: 'Reject a scope of appointment, or cancel one that is not signed; its link closes',
        audit: 'soa_request.rejected',
        params: Params,
        body: z.strictObject({ reason: needed(500, 'Say why.') }),
        reply: Detail,
      }),
    document: (about) =>
      endpoint({
        ...own(about).read,
        name: 'downloadSoaRequest',
        path: `${about.path}/:id/document.pdf`,
        summary: 'The sealed PDF of a signed scope of appointment',
        params: Params,
        reply: z.unknown(),
      }),
    verify: (about) =>
      endpoint({
        ...own(about).read,
        name: 'verifySoaRequest',
        path: `${about.path}/:id/verification`,
        summary: 'Check whether a scope of appointment is as it was sealed',
        params: Params,
        reply: z.object({ data: SoaVerification }),
      }),
    view: ({ path }) =>
      endpoint({
        ...read,
        name: 'viewSoaRequest',
        path: `${path}/:id/view`,
        summary: 'What the person behind a link agrees to; opening it is recorded',
        access: 'public',
        params: PublicParams,
        query: PublicQuery,
        reply: z.object({ data: SoaView }),
      }),
    submit: ({ path }) =>
      endpoint({
        ...write,
        name: 'submitSoaRequest',
        path: `${path}/:id/submit`,
        summary: 'Sign a scope of appointment by its link',
        access: 'public',
        idempotent: false,
        audit: null,
        params: PublicParams,
        query: PublicQuery,
        body: z.strictObject({
          ...SoaSigned.shape,
          signs_as: z._default(SoaSigned.shape.signs_as, 'beneficiary'),
          relationship: z._default(SoaSigned.shape.relationship, ''),
          beneficiary_name: z._default(SoaSigned.shape.beneficiary_name, ''),
          drawing: z._default(SoaSigned.shape.drawing, null),
          /** Version of the wording that was shown. */
          text_version: z.string().check(z.maxLength(40)),
          /** Made once per page; a repeated submission with it is one. */
          submission: z.string().check(z.minLength(8), z.maxLength(80)),
        }),
        reply: z.object({ data: SoaView }),
      }),
  },
);
