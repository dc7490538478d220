import { createWriteStream, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { buffer } from 'node:stream/consumers';
import type { FileType } from '#contract/files.contract.ts';
import { FileRefusal } from './file-types.ts';
import { type Cut, makePictures } from './picture.ts';
import { OUTPUTS, REFUSED } from './picture-wire.ts';

/** System setting that ends this process first when memory runs out, instead of the one that waits for it. Linux. */
const FIRST_TO_GO = { path: '/proc/self/oom_score_adj', score: '1000' } as const;

/** The whole life of a process: a picture comes in and goes out re-encoded, or with the reason why not. */
async function run(type: FileType, cut: Cut): Promise<void> {
  try {
    writeFileSync(FIRST_TO_GO.path, FIRST_TO_GO.score);
  } catch {
    // Other systems have no such file.
  }
  try {
    const pictures = await makePictures(await buffer(process.stdin), type, cut);
    for (const [name, fd] of Object.entries(OUTPUTS)) {
      await finished(createWriteStream('', { fd }).end(pictures[name as keyof typeof OUTPUTS]));
    }
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    process.exitCode = REFUSED;
    process.stdout.write(error.message);
  }
}

await run(process.argv[2] as FileType, process.argv[3] as Cut);
