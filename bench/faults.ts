// Breaks the product's dependencies under load, and counts what users would notice. npm run faults:server -- [part ...]
// [seed=<number>]
import { setTimeout as sleep } from 'node:timers/promises';
import { cuts } from './faults-cuts.ts';
import { database } from './faults-database.ts';
import type { Part } from './faults-part.ts';
import { disk } from './faults-disk.ts';
import { processes } from './faults-processes.ts';
import { readers } from './faults-readers.ts';
import { leaveAll, say } from './faults-world.ts';
import { printRatios, printTable } from './measure.ts';

const PARTS: readonly Part[] = [database, processes, disk, readers, cuts];

/** Minutes that one part may take; beyond, it counts as hung. */
const MINUTES = 6;

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('seed='));
const seed = Number(process.argv.find((word) => word.startsWith('seed='))?.slice(5) ?? Date.now() % 100_000);
const unknown = wanted.filter((name) => !PARTS.some((part) => part.name === name));
if (unknown.length > 0 || Number.isNaN(seed)) {
  say(`Say which parts to run (none: all): ${PARTS.map(({ name }) => name).join(' | ')}, and seed=<number>.`);
  process.exit(1);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void leaveAll().finally(() => process.exit(1)));
}

for (const part of PARTS) {
  if (wanted.length > 0 && !wanted.includes(part.name)) continue;
  const began = performance.now();
  say(`\n${part.name}: ${part.title} (seed ${seed})`);
  try {
    const hung = sleep(MINUTES * 60_000, undefined, { ref: false }).then(() => {
      throw new Error(`It took more than ${MINUTES} minutes.`);
    });
    const { notes, rows, ratios } = await Promise.race([part.run({ seed }), hung]);
    for (const note of notes) say(note);
    if (rows.length > 0) printTable(rows);
    printRatios(ratios);
  } catch (error) {
    say(`${part.name} FAIL: ${error instanceof Error ? error.stack : String(error)}`);
    process.exitCode = 1;
  }
  await leaveAll();
  say(`${part.name} took ${Math.round((performance.now() - began) / 1_000)} s`);
}
process.exit();
