import { beginAt } from './test-clock.ts';

/** Wednesday noon in Chicago: calls are permitted in every state, and midnight is hours away. */
const DEFAULT_NOW = '2026-11-18T18:00:00Z';

const PRELOAD = `--import=${new URL('./test-clock.ts', import.meta.url).href}`;

const begin = Date.parse(process.env['TEST_NOW'] ?? DEFAULT_NOW);
if (Number.isNaN(begin)) throw new Error('TEST_NOW must be an instant such as 2026-03-08T13:10:00Z.');
const options = process.env['NODE_OPTIONS'] ?? '';
if (!options.includes(PRELOAD)) process.env['NODE_OPTIONS'] = `${options} ${PRELOAD}`.trim();
beginAt(begin);
