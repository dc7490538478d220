import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { changedByBody, created, listed, resource } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

/** Names from the design's palette; the view draws a dot of this color. */
export const TAG_COLORS = ['grey', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const Tag = z.object({ id: Id, name: z.string(), color: z.enum(TAG_COLORS) });
export type Tag = z.output<typeof Tag>;

const TagName = z.string().check(z.trim(), z.minLength(1, 'Give the tag a name.'), z.maxLength(60));
const color = z.optional(z.enum(TAG_COLORS));

// ---- endpoints -------------------------------------------------------------

export const tags = resource(
  {
    path: '/v1/tags',
    one: 'Tag',
    many: 'Tags',
    label: { one: 'tag', many: 'tags' },
    subject: 'tag',
    access: { read: 'contacts.read', write: 'contacts.write' },
  },
  {
    /** The spec names no call that lists tags. */
    list: listed(Tag, { path: '/v1/tags/list', summary: 'List the tags of the account, by name' }),
    create: created(Tag, z.strictObject({ name: TagName, color }), {
      summary: 'Create a tag, or answer the one of that name',
    }),
    update: changedByBody(Tag, z.strictObject({ id: Id, name: z.optional(TagName), color }), {
      summary: 'Rename or recolor a tag',
    }),
  },
);

export const { list: listTags, create: createTag, update: updateTag } = tags;
