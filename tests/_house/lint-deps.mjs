// Runs the import fence and refuses a green that looked at nothing.
import { spawnSync } from 'node:child_process';

const { stdout, stderr } = spawnSync(
  'node_modules/.bin/depcruise',
  ['src', 'server', '--config', '.dependency-cruiser.cjs', '--output-type', 'json'],
  { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 },
);
if (!stdout) {
  console.error(stderr);
  process.exit(1);
}
const { summary } = JSON.parse(stdout);
for (const { rule, from, to, comment } of summary.violations) {
  console.error(`${rule.name}: ${from} → ${to}${comment ? ` (${comment})` : ''}`);
}
const seen = summary.totalCruised;
console.log(`${seen} modules, ${summary.violations.length} violations`);
process.exit(seen < 50 || summary.error > 0 ? 1 : 0);
