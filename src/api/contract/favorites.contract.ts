import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';

// ---- schemas ---------------------------------------------------------------

export const FAVORITE_KINDS = ['contacts', 'users'] as const;

const FavoriteItem = z.object({
  id: Id,
  name: z.string(),
  /** Of the contact's page. `null`: a person of the agency. */
  number: z.nullable(Id),
});

/** Contacts or people that somebody keeps at hand, the newest first. */
export const FavoriteList = z.object({
  id: Id,
  kind: z.enum(FAVORITE_KINDS),
  name: z.string(),
  /** Those who are still there and seen. */
  items: z.array(FavoriteItem),
});
export type FavoriteList = z.output<typeof FavoriteList>;

/** Lists of one person, and what one of them holds, at most. Ours: at hand means few. */
export const MAX_FAVORITE_LISTS = 50;
export const MAX_FAVORITES = 200;

const Name = z.string().check(z.trim(), z.minLength(1, 'Give the list a name.'), z.maxLength(60));
const ids = z.array(Id).check(z.maxLength(MAX_FAVORITES, `A list holds at most ${MAX_FAVORITES}.`));

// ---- endpoints -------------------------------------------------------------

export const listFavorites = endpoint({
  name: 'listFavorites',
  method: 'GET',
  path: '/v1/favorite_lists',
  summary: 'The favourite lists of the current user with what is in them',
  effect: 'read',
  access: 'contacts.read',
  idempotent: false,
  rate: 'read',
  audit: null,
  reply: z.object({ data: z.array(FavoriteList) }),
});

/** Adds to the list of that name, and makes it where there is none. */
export const addFavorites = endpoint({
  name: 'addFavorites',
  method: 'POST',
  path: '/v1/favorite_lists',
  summary: 'Put contacts or people on a favourite list',
  effect: 'write',
  access: 'contacts.read',
  idempotent: true,
  rate: 'write',
  audit: 'favorites.added',
  body: z.strictObject({ kind: z.enum(FAVORITE_KINDS), name: Name, ids }),
  reply: z.object({ data: FavoriteList }),
});

/** Without `ids` the list itself goes. */
export const removeFavorites = endpoint({
  name: 'removeFavorites',
  method: 'POST',
  path: '/v1/favorite_lists/delete',
  summary: 'Take contacts or people off a favourite list, or remove the list',
  effect: 'write',
  access: 'contacts.read',
  idempotent: true,
  rate: 'write',
  audit: 'favorites.removed',
  body: z.strictObject({ id: Id, ids: z.optional(ids) }),
  reply: null,
});
