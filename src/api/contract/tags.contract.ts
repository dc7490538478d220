import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { Tag, TAG_COLORS } from './contacts/tag.contract.ts';
import { changedByBody, created, listed, resource, withFile } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

const TagName = z.string().check(z.trim(), z.minLength(1, 'Enter a tag name.'), z.maxLength(60));
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
    ...withFile(listed(Tag, { path: '/v1/tags/list', summary: 'List the tags of the account, by name' })),
    create: created(Tag, z.strictObject({ name: TagName, color }), {
      summary: 'Create a tag, or answer the one of that name',
    }),
    update: changedByBody(Tag, z.strictObject({ id: Id, name: z.optional(TagName), color }), {
      summary: 'Rename or recolor a tag',
    }),
  },
);

export const { list: listTags, create: createTag, update: updateTag } = tags;
