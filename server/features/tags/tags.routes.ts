import type { FastifyInstance } from 'fastify';
import { createTag, listTags, updateTag } from '#contract/tags.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import * as tags from './tags.service.ts';

export function tagsRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, listTags, async ({ identity }) => ({ data: await tags.listTags(deps, identity) }));
  bind(app, createTag, async (call) => ({ data: await tags.createTag(deps, call, call.body) }));
  bind(app, updateTag, async (call) => ({ data: await tags.updateTag(deps, call, call.body) }));
}
