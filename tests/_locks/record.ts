// The thread that follows the cluster of a test run; it writes its report when it is told to end.
import { writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { referencesOf, tablesOf, WalFollower } from './follow-wal.ts';
import { LockGraph } from './lock-graph.ts';
import { reportOf } from './report.ts';

const { url, template, log, report } = workerData as Record<'url' | 'template' | 'log' | 'report', string>;
const graph = new LockGraph(await referencesOf(template));
const follower = await WalFollower.begin(url, await tablesOf(template), graph);
let over = false;
parentPort?.on('message', () => {
  over = true;
});
parentPort?.postMessage('ready');
while (!over) {
  const hasMore = await follower.read();
  if (!hasMore) await sleep(500);
}
await follower.end();
writeFileSync(report, JSON.stringify(await reportOf(graph, log)));
parentPort?.close();
