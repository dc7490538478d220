// A worker that takes a job and keeps it, until it is killed or stopped.
import pino from 'pino';
import { createRunnerBoss, startRunner } from '../../server/jobs/runner.ts';

const log = pino({ level: 'silent' });
const runner = await startRunner(
  createRunnerBoss(process.env['DATABASE_URL'] ?? '', log),
  {
    'bulk.run': (_, signal) => {
      process.send?.('taken');
      return new Promise((done) => signal.addEventListener('abort', () => done()));
    },
  },
  log,
);
process.send?.('ready');
process.on('SIGTERM', () => void runner.stop().then(() => process.exit(0)));
