import type { FastifyInstance } from 'fastify';
import { addFavorites, listFavorites, removeFavorites } from '#contract/favorites.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import * as favorites from './favorites.service.ts';

export function favoritesRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listFavorites, async ({ identity }) => ({ data: await favorites.listFavorites(deps, identity) }));
  bindChange(app, addFavorites, async (call) => ({ data: await favorites.addFavorites(deps, call, call.body) }));
  bindChange(app, removeFavorites, (call) => favorites.removeFavorites(deps, call, call.body));
}
