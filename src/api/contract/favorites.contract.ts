import * as z from 'zod/mini';
import { Id } from './_wire.contract.ts';
import { endpoint } from './endpoint.ts';
import { created, listed, resource } from './resource.ts';

// ---- schemas ---------------------------------------------------------------

export const FAVORITE_KINDS = ['contacts', 'users'] as const;

const FavoriteItem = z.object({
  id: Id,
  name: z.string(),
  /** Number for the contact's page. `null` for a user of the agency. */
  number: z.nullable(Id),
});

/** Contacts or users that a user marked as favorites, newest first. */
export const FavoriteList = z.object({
  id: Id,
  kind: z.enum(FAVORITE_KINDS),
  name: z.string(),
  /** Entries that still exist and are visible. */
  items: z.array(FavoriteItem),
});
export type FavoriteList = z.output<typeof FavoriteList>;

/** Lists of one person, and what one of them holds, at most. Ours: at hand means few. */
export const MAX_FAVORITE_LISTS = 50;
export const MAX_FAVORITES = 200;

const Name = z.string().check(z.trim(), z.minLength(1, 'Enter a list name.'), z.maxLength(60));
const ids = z.array(Id).check(z.maxLength(MAX_FAVORITES, `A list can hold up to ${MAX_FAVORITES}.`));

// ---- endpoints -------------------------------------------------------------

export const favorites = resource(
  {
    path: '/v1/favorite_lists',
    one: 'FavoriteList',
    many: 'Favorites',
    label: { one: 'favorite list', many: 'favorite lists' },
    subject: 'favorite_list',
    access: { read: 'contacts.read', write: 'contacts.read' },
  },
  {
    list: listed(FavoriteList, { summary: 'List the favorite lists of the current user with their items' }),
    /** Adds to the list of that name, which is created when there is none. */
    create: created(FavoriteList, z.strictObject({ kind: z.enum(FAVORITE_KINDS), name: Name, ids }), {
      name: 'addFavorites',
      summary: 'Put contacts or people on a favorite list',
      audit: 'favorites.added',
    }),
    /** Without `ids`, the list itself. */
    remove: ({ path }) =>
      endpoint({
        name: 'removeFavorites',
        method: 'POST',
        path: `${path}/delete`,
        summary: 'Take contacts or people off a favorite list, or remove the list',
        effect: 'write',
        access: 'contacts.read',
        idempotent: true,
        rate: 'write',
        audit: 'favorites.removed',
        body: z.strictObject({ id: Id, ids: z.optional(ids) }),
        reply: null,
      }),
  },
);

export const { list: listFavorites, create: addFavorites, remove: removeFavorites } = favorites;
