import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { commandDemoWorld, DEMO_FILE_ROWS, downloadDemoFile, readDemoWorld } from '#contract/demo.contract.ts';
import type { Deps } from '../../deps.ts';
import { bind } from '../../http/bind.ts';
import { contactFile } from './contact-file.ts';
import { commandWorld, readWorld, requireDemo } from './demo-world.service.ts';
import { DEMO_SEED } from './load-demo-world.ts';

export function demoRoutes(app: FastifyInstance, deps: Deps): void {
  bind(app, downloadDemoFile, async ({ reply }) => {
    requireDemo(deps);
    void reply.type('text/csv; charset=utf-8').header('content-disposition', 'attachment; filename="demo-leads.csv"');
    return Readable.from(contactFile({ rows: DEMO_FILE_ROWS, seed: DEMO_SEED }));
  });
  bind(app, readDemoWorld, async () => ({ data: await readWorld(deps) }));
  bind(app, commandDemoWorld, async (call) => ({ data: { sentence: await commandWorld(deps, call, call.body) } }));
}
