// Checks a rendered chart: node deploy/check-chart.ts rendered.yaml. Ends with 1 and a line a fault.
import { readFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { type KubernetesObject, chartFaults } from './chart-faults.ts';

const documents = parseAllDocuments(readFileSync(process.argv[2] ?? '', 'utf8'));
const unreadable = documents.flatMap(({ errors }) => errors.map(({ message }) => message));
const objects = documents
  .map((document) => document.toJSON() as KubernetesObject | null)
  .filter((each) => each !== null);
const faults = [...unreadable, ...chartFaults(objects)];
for (const fault of faults) console.error(fault);
process.exit(faults.length === 0 ? 0 : 1);
