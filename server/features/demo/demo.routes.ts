import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { DEMO_FILE_ROWS, downloadDemoFile } from '#contract/demo.contract.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import { bind } from '../../http/bind.ts';
import { contactFile } from './contact-file.ts';
import { DEMO_SEED } from './load-demo-world.ts';

export function demoRoutes(app: FastifyInstance, { config }: Deps): void {
  bind(app, downloadDemoFile, async ({ reply }) => {
    if (config.appEnv !== 'demo' && config.appEnv !== 'development')
      throw new Refusal('not_found', 'There is nothing here.');
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="demo-leads.csv"');
    return Readable.from(contactFile({ rows: DEMO_FILE_ROWS, seed: DEMO_SEED }));
  });
}
