// Runs the server tests at moments at which clocks and calendars turn: `npm run test:clock [-- <parts of file names>]`.
import { startVitest } from 'vitest/node';

/** Instants at which every test file begins. */
const MOMENTS = [
  ['before dawn in Chicago', '2026-11-18T03:30:00Z'],
  ['before 8 AM in Chicago', '2026-11-18T13:10:00Z'],
  ['before midnight in London', '2026-11-18T23:59:00Z'],
  ['the clocks of the United States go forward', '2026-03-08T13:10:00Z'],
  ['the clocks of the United States go back', '2026-11-01T13:10:00Z'],
  ['February 29', '2028-02-29T18:00:00Z'],
  ["New Year's Eve", '2026-12-31T23:59:00Z'],
  ['a Sunday morning in Texas', '2026-11-22T15:12:00Z'],
] as const;

const total = { passed: 0, failed: 0 };
for (const [name, moment] of MOMENTS) {
  console.log(`${moment}: ${name}`);
  process.env['TEST_NOW'] = moment;
  const vitest = await startVitest('test', process.argv.slice(2), { project: ['server'], run: true, watch: false });
  const modules = vitest.state.getTestModules();
  // A file that doesn't load and an unhandled rejection belong to no test.
  const unloaded = modules.filter((file) => !file.ok() && [...file.children.allTests('failed')].length === 0);
  total.failed += unloaded.length + vitest.state.getUnhandledErrors().length;
  for (const file of modules) {
    total.passed += [...file.children.allTests('passed')].length;
    total.failed += [...file.children.allTests('failed')].length;
  }
  await vitest.close();
}
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);
