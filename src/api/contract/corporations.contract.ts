import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { changed, created, paged, removed, resource, shown, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Bytes of a logo or a file at most. Ours. */
export const MAX_CORPORATION_FILE_BYTES = 5 * 1024 * 1024;
export const LOGO_TYPES = ['png', 'jpg', 'gif', 'webp'] as const;
export const CORPORATION_FILE_TYPES = ['pdf', 'png', 'jpg', 'gif', 'webp'] as const;
/** Entries of a list at most. Ours. */
export const MAX_FAQS = 40;
export const MAX_NEWS = 20;
export const MAX_CORPORATION_FILES = 20;
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export const SOCIAL_LINKS = ['facebook', 'instagram', 'linkedin', 'twitter', 'google', 'youtube', 'yelp'] as const;
/** The names under which a file comes: the logo, or a file and the preview image of the one entry in `files`. */
export const CORPORATION_PARTS = ['logo', 'file', 'preview_image'] as const;

// ---- schemas ---------------------------------------------------------------

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, `Use at most ${max} characters.`));
const needed = (max: number, remedy: string) => text(max).check(z.minLength(1, remedy));
/** Empty: none. */
const link = text(500).check(
  z.regex(/^$|^https:\/\/[^\s/?#@]+\.[^\s@]+$/, 'Enter an address like https://example.com.'),
);
/** Empty: the default. */
const color = z.string().check(z.trim(), z.toLowerCase(), z.regex(/^$|^#[0-9a-f]{6}$/, 'Enter a color like #14343b.'));
const time = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time like 09:00.'));
const list = <S extends z.ZodMiniType>(entry: S, max: number) =>
  z.array(entry).check(z.maxLength(max, `Enter at most ${max}.`));

const Faq = z.strictObject({
  question: needed(300, 'Enter the question.'),
  answer: needed(4_000, 'Enter the answer.'),
});
const News = z.strictObject({
  title: needed(200, 'Enter a title.'),
  text: text(4_000),
  /** Empty: without a date. */
  day: z.string().check(z.regex(/^$|^\d{4}-\d{2}-\d{2}$/, 'Enter a date like 11/22/2026.')),
  link,
});
const OfficeHours = z.strictObject({ day: z.enum(WEEKDAYS, 'Choose a day.'), opens: time, closes: time });

/** Fields that a person fills in. Empty text: unknown. */
const Fields = z.object({
  /** In the agency's own terms, such as a sponsor. */
  type: text(60),
  name: needed(120, 'Enter a name.'),
  description: text(4_000),
  domain_name: text(253).check(
    z.toLowerCase(),
    z.regex(/^$|^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'Enter a domain like example.com.'),
  ),
  color_1: color,
  color_2: color,
  color_3: color,
  faqs: list(Faq, MAX_FAQS),
  latest_news: list(News, MAX_NEWS),
  languages_spoken: list(needed(40, 'Enter a language.'), 20),
  office_hours: list(OfficeHours, WEEKDAYS.length),
  office_address: text(200),
  city: text(80),
  state: text(40),
  zip_code: text(10).check(z.regex(/^$|^\d{5}(-\d{4})?$/, 'Enter a ZIP code like 78701 or 78701-1234.')),
  /** Stored as E.164. */
  phone: text(40),
  email: text(160),
  facebook: link,
  instagram: link,
  linkedin: link,
  twitter: link,
  google: link,
  youtube: link,
  yelp: link,
  /** The id of a known provider, never markup. */
  tracking_code: text(40),
  webpage_active: z.boolean(),
  /** The contact person; `null`: none yet. */
  user_id: z.nullable(Id),
  /** Stays with what uses it, and is offered for nothing new. */
  retired: z.boolean(),
});

/** Addresses work for some minutes. */
const Stored = z.object({ name: z.string(), bytes: z.int(), url: z.string() });

const CorporationFile = z.object({
  id: Id,
  file_title: z.string(),
  /** An address elsewhere; empty: none. */
  file_link: z.string(),
  file: z.nullable(Stored),
  preview_image: z.nullable(Stored),
});

export const Corporation = z.extend(Fields, {
  id: Id,
  /** `null`: of the whole account. */
  business_unit_id: z.nullable(Id),
  logo: z.nullable(Stored),
  files: z.array(CorporationFile),
  /** What names it. */
  usage: z.object({ products: z.int(), campaign_triggers: z.int(), trainings: z.int() }),
});
export type Corporation = z.output<typeof Corporation>;

const Change = z.extend(z.strictObject(z.partial(Fields).shape), {
  /** Removes the logo. */
  remove_logo: z.optional(z.boolean()),
  /** Files to add (without `id`), change or delete; others stay. A request carries the bytes of one of them. */
  files: z.optional(
    list(
      z.strictObject({
        id: z.optional(Id),
        file_title: z.optional(needed(120, 'Enter a title.')),
        file_link: z.optional(link),
        delete: z.optional(z.boolean()),
      }),
      MAX_CORPORATION_FILES,
    ),
  ),
});
const NewCorporation = z.extend(z.strictObject(z.partial(Fields).shape), {
  name: Fields.shape.name,
  /** Set once. */
  business_unit_id: z.optional(z.nullable(Id)),
});

// ---- endpoints -------------------------------------------------------------

const upload = {
  field: 'logo',
  also: ['file', 'preview_image'],
  maxBytes: MAX_CORPORATION_FILE_BYTES,
  required: false,
} as const;

export const corporations = resource(
  {
    path: '/v1/admin/corporations',
    one: 'Corporation',
    many: 'Corporations',
    label: { one: 'corporation', many: 'corporations' },
    subject: 'corporation',
    access: { read: 'reference.manage', write: 'reference.manage' },
    feature: 'corporations',
  },
  {
    ...withFile(
      paged(Corporation, {
        order: ['name', 'type', 'city', 'retired'],
      }),
    ),
    read: shown(Corporation),
    create: created(Corporation, NewCorporation, { upload: { ...upload, also: [] }, rate: 'upload' }),
    update: changed(Corporation, Change, { upload, rate: 'upload' }),
    remove: removed(),
  },
);
