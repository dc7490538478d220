import type { FastifyInstance } from 'fastify';
import { pools } from '#contract/pools.contract.ts';
import type { Deps } from '../../deps.ts';
import { bindResource } from '../../resource/bind-resource.ts';
import { POOLS } from './pools.table.ts';

export const poolsRoutes = (app: FastifyInstance, deps: Deps): void => bindResource(app, deps, pools, POOLS);
