import * as z from 'zod/mini';
import { KnownVersion, PathId } from '../_wire.contract.ts';
import { endpoint } from '../endpoint.ts';
import type { About } from '../resource.ts';

const ContactParams = z.strictObject({ id: PathId });

interface Child<R, F, Key, Param> {
  readonly row: R;
  /** Fields in a body under `key`; all may be absent. */
  readonly fields: F;
  readonly key: Key;
  /** Name of the row's path parameter, in addition to the contact's `id`. */
  readonly param: Param;
  /** Order and limit of the list. */
  readonly listSummary: string;
}

/** The calls of rows that lie in a contact: listed as a whole, changed with a version, removed and restored. */
export function childCalls<
  R extends z.ZodMiniType,
  F extends z.ZodMiniType,
  const Key extends string,
  const Param extends string,
>({ row, fields, key, param, listSummary }: Child<R, F, Key, Param>) {
  const params = z.strictObject({ id: PathId, [param]: PathId } as { id: typeof PathId } & Record<
    Param,
    typeof PathId
  >);
  const body = { [key]: fields } as Record<Key, F>;
  const reply = z.object({ data: row });
  const write = ({ access, subject }: About, what: string) =>
    ({
      effect: 'write',
      access: access.write,
      idempotent: true,
      rate: 'write',
      audit: `${subject}.${what}`,
    }) as const;
  const at = ({ path }: About) => `${path}/:${param}`;
  return {
    list: (about: About) =>
      endpoint({
        name: `list${about.many}`,
        method: 'GET',
        path: `${about.path}/list`,
        summary: listSummary,
        effect: 'read',
        access: about.access.read,
        idempotent: false,
        rate: 'read',
        audit: null,
        params: ContactParams,
        reply: z.object({ data: z.array(row) }),
      }),
    create: (about: About) =>
      endpoint({
        ...write(about, 'created'),
        name: `create${about.one}`,
        method: 'POST',
        path: about.path,
        summary: `Add a ${about.label.one} to a contact`,
        params: ContactParams,
        body: z.strictObject(body),
        reply,
      }),
    update: (about: About) =>
      endpoint({
        ...write(about, 'updated'),
        name: `update${about.one}`,
        method: 'PATCH',
        path: at(about),
        summary: `Change a ${about.label.one}; 409 \`contact_changed\` when \`version\` is older than the stored one`,
        params,
        body: z.strictObject({ ...body, version: z.optional(KnownVersion) }),
        reply,
      }),
    remove: (about: About) =>
      endpoint({
        ...write(about, 'deleted'),
        name: `delete${about.one}`,
        method: 'DELETE',
        path: at(about),
        summary: `Remove a ${about.label.one}; it can be restored`,
        params,
        reply: null,
      }),
    restore: (about: About) =>
      endpoint({
        ...write(about, 'restored'),
        name: `restore${about.one}`,
        method: 'POST',
        path: `${at(about)}/restore`,
        summary: `Restore a removed ${about.label.one}`,
        params,
        reply,
      }),
  };
}
