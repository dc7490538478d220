import type { FastifyInstance } from 'fastify';
import { createHelp, listHelpPages, readHelpPage } from '#contract/help.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind, bindChange } from '../../http/bind.ts';
import { helpFiles } from './help-book.ts';
import { askForHelp } from './help-tickets.service.ts';
import { listHelp, readHelp } from './help.service.ts';

/** @throws when the help pages are missing, or when one is not well formed. */
export function helpRoutes(app: FastifyInstance, deps: Deps): void {
  helpFiles();
  bind(app, listHelpPages, ({ query }) => Promise.resolve({ data: listHelp(deps, query.q) }));
  bind(app, readHelpPage, async ({ identity, params }) => ({ data: await readHelp(deps, identity, params.slug) }));
  bindChange(app, createHelp, async ({ body, ...caller }) => ({ data: await askForHelp(deps, caller, body) }));
}
