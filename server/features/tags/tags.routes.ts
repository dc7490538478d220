import type { FastifyInstance } from 'fastify';
import { tags } from '#contract/tags.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { TAGS } from './tags.table.ts';

export const tagsRoutes = (app: FastifyInstance, deps: Deps): void => bindResource(app, deps, tags, TAGS);
