import * as z from 'zod/mini';
import type { $ZodType } from 'zod/v4/core';
import { ListMeta, MAX_PAGE_LIMIT, PageNumber, PathId } from './_wire.contract.ts';
import type { FeatureName } from './access.contract.ts';
import { type Access, type Endpoint, endpoint, type Upload } from './endpoint.ts';

type Schema = $ZodType;
type Fields = Readonly<Record<string, z.ZodMiniType>>;

/** Names, labels and rights that all calls of a resource share. */
export interface About {
  readonly path: string;
  /** Ends the names of its calls: `createStatus`, `listStatuses`. */
  readonly one: string;
  readonly many: string;
  /** In a sentence: "Add a status". */
  readonly label: { readonly one: string; readonly many: string };
  /** In the audit log, and in the event `resource.changed`. */
  readonly subject: string;
  readonly access: { readonly read: Access; readonly write: Access };
  /** Absent: always available. */
  readonly feature?: FeatureName;
}

/** One call of a resource, once its names and rights are known. */
export type Call<E extends Endpoint = Endpoint> = (about: About) => E;

/** The calls of a resource by key: some of `list`, `read`, `create`, `update` and `remove`, and calls of its own. */
type Calls = Readonly<Record<string, Call>>;

/** Any resource, regardless of its calls. */
export interface AnyResource {
  readonly about: About;
}

export type Resource<C extends Calls> = AnyResource & { readonly [Key in keyof C]: ReturnType<C[Key]> };

/** Replaces the default name, path, summary or right of a call. */
export type Own = Partial<Pick<Endpoint, 'name' | 'path' | 'summary' | 'access' | 'audit' | 'rate'>>;

const Params = z.strictObject({ id: PathId });

/** Rows that use a row are counted up to here. Ours. */
export const MOST_COUNTED = 10_000;

/** Of rows that are turned off instead of deleted while something uses them. Decision 200. */
export const retirable = {
  /** False: not offered any more. What uses the row keeps it. */
  active: z.boolean(),
  /** Rows that use it, at most `MOST_COUNTED`; `null` where it is only offered, or the current user doesn't manage it. */
  used: z.nullable(z.int()),
};

/** "an office location". */
export const withArticle = ({ label: { one } }: Pick<About, 'label'>): string =>
  `${/^[aeiou]/.test(one) ? 'an' : 'a'} ${one}`;

const reads = ({ access, feature }: About) =>
  ({
    access: access.read,
    ...(feature === undefined ? {} : { feature }),
    method: 'GET',
    effect: 'read',
    idempotent: false,
    rate: 'read',
    audit: null,
  }) as const;

const writes = ({ access, feature }: About) =>
  ({
    access: access.write,
    ...(feature === undefined ? {} : { feature }),
    effect: 'write',
    idempotent: true,
    rate: 'write',
  }) as const;

type Asked = Own & { readonly query?: Schema };
type QueryOf<O> = O extends { readonly query: infer Q extends Schema } ? Q : null;

/** Every visible row, without pages; for lists that a form offers as a whole. */
export const listed =
  <R extends z.ZodMiniType, const O extends Asked>(row: R, own?: O) =>
  (about: About) =>
    endpoint({
      ...reads(about),
      name: `list${about.many}`,
      path: about.path,
      summary: `List the ${about.label.many} visible to the current user`,
      ...own,
      query: (own?.query ?? null) as QueryOf<O>,
      reply: z.object({ data: z.array(row) }),
    });

/** Rows on a page. Ours. */
const PAGE_ROWS = 25;

const q = z.optional(z.string().check(z.trim(), z.maxLength(200, 'Use at most 200 characters.')));

/** Search, order and page of a list. */
const pageFields = <const O extends readonly [string, ...string[]]>(order: O) => ({
  q,
  order: z._default(z.enum(['asc', 'desc']), 'asc'),
  /** Absent: the resource's own order. */
  order_field: z.optional(z.enum(order)),
  page: PageNumber,
  limit: z._default(z.coerce.number().check(z.int(), z.positive(), z.lte(MAX_PAGE_LIMIT)), PAGE_ROWS),
});

/** A page of the visible rows, with `q`, `order`, `order_field` and the fields of `filter`. */
export const paged =
  <
    R extends z.ZodMiniType,
    const O extends readonly [string, ...string[]],
    F extends Fields = Readonly<Record<never, never>>,
  >(
    row: R,
    { order, filter, ...own }: Own & { readonly order: O; readonly filter?: F },
  ) =>
  (about: About) => ({
    ...endpoint({
      ...reads(about),
      name: `list${about.many}`,
      path: about.path,
      summary: `List the ${about.label.many} visible to the current user, a page at a time`,
      query: z.strictObject({ ...pageFields(order), ...((filter ?? {}) as F) }),
      reply: z.object({ data: z.array(row), meta: ListMeta }),
      ...own,
    }),
    /** Columns to order by, as `order_field` takes them. */
    orderFields: order,
  });

/** The rows of a list over all its pages as a CSV file; one that comes whole is searched here, too. */
const exported =
  <E extends Endpoint>(list: Call<E>) =>
  (about: About) => {
    const { page: _page, limit: _limit, ...asked } = (list(about).query as z.ZodMiniObject | null)?.shape ?? {};
    return endpoint({
      ...reads(about),
      name: `download${about.many}`,
      path: `${about.path}/export.csv`,
      summary: `The ${about.label.many} that the list shows, as CSV`,
      query: z.strictObject({ q, ...asked }),
      reply: z.unknown(),
    });
  };

/** A list, and its rows as a file. */
export const withFile = <E extends Endpoint>(list: Call<E>) => ({ list, file: exported(list) });

/** Named by the pluralized word: "office-locations.csv". Source: core, "Constants". */
export const fileNameOf = ({ about: { label } }: AnyResource): string => `${label.many.replaceAll(' ', '-')}.csv`;

export const shown =
  <R extends z.ZodMiniType>(row: R, own: Own = {}) =>
  (about: About) =>
    endpoint({
      ...reads(about),
      name: `read${about.one}`,
      path: `${about.path}/:id`,
      summary: `Show ${withArticle(about)}`,
      params: Params,
      reply: z.object({ data: row }),
      ...own,
    });

export const created =
  <R extends z.ZodMiniType, B extends Schema>(
    row: R,
    body: B,
    { upload, ...own }: Own & { readonly upload?: Upload } = {},
  ) =>
  (about: About) =>
    endpoint({
      ...writes(about),
      method: 'POST',
      name: `create${about.one}`,
      path: about.path,
      summary: `Add ${withArticle(about)}`,
      audit: `${about.subject}.created`,
      body,
      ...(upload === undefined ? {} : { upload }),
      reply: z.object({ data: row }),
      ...own,
    });

/** PATCH: fields that are absent stay as they are. */
export const changed =
  <R extends z.ZodMiniType, B extends Schema>(
    row: R,
    body: B,
    { upload, method = 'PATCH', ...own }: Own & { readonly upload?: Upload; readonly method?: 'PATCH' | 'PUT' } = {},
  ) =>
  (about: About) =>
    endpoint({
      ...writes(about),
      method,
      name: `update${about.one}`,
      path: `${about.path}/:id`,
      summary: `Change ${withArticle(about)}`,
      audit: `${about.subject}.updated`,
      params: Params,
      body,
      ...(upload === undefined ? {} : { upload }),
      reply: z.object({ data: row }),
      ...own,
    });

/** Like `changed`, for resources whose body names the row in `id`. */
export const changedByBody =
  <R extends z.ZodMiniType, B extends Schema>(row: R, body: B, own: Own = {}) =>
  (about: About) =>
    endpoint({
      ...writes(about),
      method: 'PATCH',
      name: `update${about.one}`,
      path: about.path,
      summary: `Change ${withArticle(about)}`,
      audit: `${about.subject}.updated`,
      body,
      reply: z.object({ data: row }),
      ...own,
    });

/** Like `changed`, by PUT. */
export const put = <R extends z.ZodMiniType, B extends Schema>(
  row: R,
  body: B,
  own: Own & { readonly upload?: Upload } = {},
) => changed(row, body, { ...own, method: 'PUT' });

export const removed =
  (own: Own = {}) =>
  (about: About) =>
    endpoint({
      ...writes(about),
      method: 'DELETE',
      name: `delete${about.one}`,
      path: `${about.path}/:id`,
      summary: `Remove ${withArticle(about)} that is not in use`,
      audit: `${about.subject}.deleted`,
      params: Params,
      reply: null,
      ...own,
    });

/** The calls of a resource under one description, with what their pages and tests derive from it. */
export const resource = <C extends Calls>(about: About, calls: C): Resource<C> =>
  ({
    about,
    ...Object.fromEntries(Object.entries(calls).map(([key, call]) => [key, call(about)])),
  }) as Resource<C>;

/** The endpoints of a resource. */
export const callsOf = (one: AnyResource): Endpoint[] =>
  Object.entries(one).flatMap(([key, call]) => (key === 'about' ? [] : [call as Endpoint]));

/** True when an export of a contract is a resource. */
export const isResource = (value: unknown): value is AnyResource =>
  typeof value === 'object' && value !== null && 'about' in value && typeof value.about === 'object';
