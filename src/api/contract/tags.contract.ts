import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

/** Names from the design's palette; the view draws a dot of this colour. */
export const TAG_COLORS = ['grey', 'red', 'orange', 'yellow', 'green', 'blue', 'purple', 'pink'] as const;
export type TagColor = (typeof TAG_COLORS)[number];

export const Tag = z.object({ id: Id, name: z.string(), color: z.enum(TAG_COLORS) });
export type Tag = z.output<typeof Tag>;

const TagName = z.string().check(z.trim(), z.minLength(1, 'Give the tag a name.'), z.maxLength(60));

// ---- endpoints -------------------------------------------------------------

/** Beside the 404: the spec names no call that lists tags. */
export const listTags = endpoint({
  name: 'listTags',
  method: 'GET',
  path: '/v1/tags/list',
  summary: 'The tags of the account, by name',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(Tag) }),
});

export const createTag = endpoint({
  name: 'createTag',
  method: 'POST',
  path: '/v1/tags',
  summary: 'Create a tag, or answer the one of that name',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'tag.created',
  body: z.strictObject({ name: TagName, color: z.optional(z.enum(TAG_COLORS)) }),
  reply: z.object({ data: Tag }),
});

export const updateTag = endpoint({
  name: 'updateTag',
  method: 'PATCH',
  path: '/v1/tags',
  summary: 'Rename or recolour a tag',
  effect: 'write',
  access: 'contacts.write',
  idempotent: true,
  rate: 'write',
  audit: 'tag.updated',
  body: z.strictObject({ id: Id, name: z.optional(TagName), color: z.optional(z.enum(TAG_COLORS)) }),
  reply: z.object({ data: Tag }),
});
