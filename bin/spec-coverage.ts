// Compares what is served with the calls that the specification names: npm run --silent spec:coverage
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { boundEndpoints } from './bound-endpoints.ts';

const SPEC = join(import.meta.dirname, '..', 'docs', 'spec', 'endpoints.tsv');

/** Names of parameters do not matter. */
const shapeOf = (method: string, path: string) => `${method} ${path.replaceAll(/\{\w+\}|:\w+/g, '{}')}`;

const named = readFileSync(SPEC, 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [area = '', method = '', path = ''] = line.split('\t');
    return { area, method, path };
  });
const { endpoints } = await boundEndpoints();
const served = new Set(endpoints.map(({ method, path }) => shapeOf(method, path)));

const missing = named.filter(({ method, path }) => !served.has(shapeOf(method, path)));
console.log(`served ${named.length - missing.length} of ${named.length}`);
for (const [area, calls] of Map.groupBy(missing, (call) => call.area)) {
  console.log(`\n${area}: ${calls.length} missing of ${named.filter((call) => call.area === area).length}`);
  for (const { method, path } of calls) console.log(`  ${method.padEnd(6)} ${path}`);
}
const known = new Set(named.map(({ method, path }) => shapeOf(method, path)));
const beside = endpoints.filter(({ method, path }) => !known.has(shapeOf(method, path)));
console.log(`\nserved beside the specification: ${beside.length}`);
for (const { method, path } of beside) console.log(`  ${method.padEnd(6)} ${path}`);
