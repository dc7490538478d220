import * as z from 'zod/mini';
import { Id, Instant, ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import { ROLES } from './access.contract.ts';
import { endpoint } from './endpoint.ts';
import { type About, changed, created, paged, removed, resource, shown, withFile } from './resource.ts';

// ---- constants -------------------------------------------------------------

/** Bytes of a training's file at most. Ours. */
export const MAX_TRAINING_FILE_BYTES = 25 * 1024 * 1024;
export const TRAINING_FILE_TYPES = ['pdf', 'png', 'jpg', 'gif', 'webp', 'txt', 'mp3', 'm4a', 'wav', 'ogg'] as const;
/** Trainings of an account at most. Ours: an agent's page shows all of theirs. */
export const MAX_TRAININGS = 500;
/** Days for which a deleted training can be restored. Ours. */
export const TRAINING_KEPT_DAYS = 30;

// ---- schemas ---------------------------------------------------------------

const line = (max: number, remedy: string) =>
  z.string().check(z.trim(), z.minLength(1, remedy), z.maxLength(max, `Use at most ${max} characters.`));

const Fields = z.object({
  /** Heading that it is listed under; a new one begins a section. */
  section: line(80, 'Enter a section.'),
  title: line(160, 'Enter a title.'),
  /** `null`: of no corporation. Otherwise for those whose business unit has the corporation. */
  corporation_id: z.nullable(Id),
  /** Account types that it is for; empty: all. */
  for_account_types: z.array(z.enum(ROLES)).check(z.maxLength(ROLES.length, 'Choose each account type once.')),
});

/** Addresses work for some minutes. */
const Stored = z.object({ name: z.string(), bytes: z.int(), url: z.string() });

export const Training = z.extend(Fields, {
  id: Id,
  file: z.nullable(Stored),
});
export type Training = z.output<typeof Training>;

const NewTraining = z.extend(z.strictObject(z.partial(Fields).shape), {
  section: Fields.shape.section,
  title: Fields.shape.title,
});
const Change = z.extend(z.strictObject(z.partial(Fields).shape), {
  /** Removes the file. */
  remove_file: z.optional(z.boolean()),
});

/** A training as those see it whom it is for. */
export const MyTraining = z.object({
  id: Id,
  section: z.string(),
  title: z.string(),
  corporation: z.nullable(z.string()),
  file: z.nullable(Stored),
  /** When they first opened it; `null`: not yet. */
  opened_at: z.nullable(Instant),
  done_at: z.nullable(Instant),
});
export type MyTraining = z.output<typeof MyTraining>;

/** How far a person is whom a training is for. */
export const Learner = z.object({
  /** Of the user. */
  id: Id,
  name: z.string(),
  /** When they first opened it; `null`: not yet. */
  opened_at: z.nullable(Instant),
  done_at: z.nullable(Instant),
});
export type Learner = z.output<typeof Learner>;

const Ids = z
  .array(Id)
  .check(z.minLength(1, 'Choose a training.'), z.maxLength(MAX_TRAININGS, `Choose at most ${MAX_TRAININGS}.`));
const Params = z.strictObject({ id: PathId });

// ---- endpoints -------------------------------------------------------------

const upload = { field: 'file', maxBytes: MAX_TRAINING_FILE_BYTES, required: false } as const;

const READ = { effect: 'read', idempotent: false, rate: 'read', audit: null } as const;
const WRITE = { effect: 'write', idempotent: true, rate: 'write' } as const;

export const trainings = resource(
  {
    path: '/v1/admin/trainings',
    one: 'Training',
    many: 'Trainings',
    label: { one: 'training', many: 'trainings' },
    subject: 'training',
    access: { read: 'reference.manage', write: 'reference.manage' },
    feature: 'trainings',
  },
  {
    /** `position`: by section and place, as agents see them. */
    ...withFile(
      paged(Training, {
        order: ['position', 'title', 'section'],
        filter: { section: z.optional(z.string()), for_account_type: z.optional(z.enum(ROLES)) },
      }),
    ),
    read: shown(Training),
    create: created(Training, NewTraining, { upload, rate: 'upload' }),
    update: changed(Training, Change, { upload, rate: 'upload' }),
    remove: removed({ summary: `Delete a training; it can be restored for ${TRAINING_KEPT_DAYS} days` }),
    sections: ({ path, access, feature }: About) =>
      endpoint({
        ...READ,
        name: 'listTrainingSections',
        method: 'GET',
        path: `${path}/sections`,
        summary: 'List the sections in their order, with the trainings of each',
        access: access.read,
        feature: feature ?? 'trainings',
        reply: z.object({ data: z.array(z.object({ section: z.string(), ids: z.array(Id) })) }),
      }),
    removeSection: ({ path, access, feature }: About) =>
      endpoint({
        ...WRITE,
        name: 'deleteTrainingSection',
        method: 'DELETE',
        path: `${path}/:id/delete_section`,
        summary: 'Delete all trainings of the section that a training is in',
        access: access.write,
        feature: feature ?? 'trainings',
        audit: 'training.section_deleted',
        params: Params,
        reply: z.object({ data: z.object({ section: z.string(), ids: z.array(Id) }) }),
      }),
    restore: ({ path, access, feature }: About) =>
      endpoint({
        ...WRITE,
        name: 'restoreTrainings',
        method: 'POST',
        path: `${path}/restore`,
        summary: 'Restore deleted trainings with their files and progress',
        access: access.write,
        feature: feature ?? 'trainings',
        audit: 'training.restored',
        body: z.strictObject({ ids: Ids }),
        reply: null,
      }),
    /** Trainings that aren't named keep their places. */
    place: ({ path, access, feature }: About) =>
      endpoint({
        ...WRITE,
        name: 'placeTrainings',
        method: 'PUT',
        path: `${path}/order`,
        summary: 'Put trainings in an order: they take the places that they have now among each other',
        access: access.write,
        feature: feature ?? 'trainings',
        audit: 'training.placed',
        body: z.strictObject({ ids: Ids }),
        reply: null,
      }),
    /** Of the account; for who sees one business unit only, of that. */
    people: ({ path, access, feature }: About) =>
      endpoint({
        ...READ,
        name: 'listTrainingPeople',
        method: 'GET',
        path: `${path}/:id/people`,
        summary: 'List the people whom a training is for with their progress, those who are not done first',
        access: access.read,
        feature: feature ?? 'trainings',
        params: Params,
        query: z.strictObject({
          page: PageNumber,
          limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), 25),
        }),
        reply: z.object({ data: z.array(Learner), meta: z.extend(ListMeta, { done: z.int() }) }),
      }),
    mine: ({ feature }: About) =>
      endpoint({
        ...READ,
        name: 'listMyTrainings',
        method: 'GET',
        path: '/v1/trainings',
        summary: 'List the trainings for the current user in their order, with their progress',
        access: 'contacts.read',
        feature: feature ?? 'trainings',
        reply: z.object({ data: z.array(MyTraining) }),
      }),
    /** Never while logged in as someone else, whose progress it is. */
    progress: ({ feature }: About) =>
      endpoint({
        ...WRITE,
        name: 'updateTrainingProgress',
        method: 'PATCH',
        path: '/v1/trainings/:id',
        summary: 'Record that the current user opened a training, completed it, or reopened it',
        access: 'self',
        feature: feature ?? 'trainings',
        audit: 'training.progressed',
        params: Params,
        body: z.strictObject({ done: z.optional(z.boolean()) }),
        reply: z.object({ data: MyTraining }),
      }),
  },
);
