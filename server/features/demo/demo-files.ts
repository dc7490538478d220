import { Readable } from 'node:stream';
import type { Storage } from '../../adapters/storage/storage.ts';
import type { Tx } from '../../db/tx.ts';
import { type DemoFile, findPapersOwners, insertDemoFile } from './demo-files.sql.ts';
import { card, letter, NOTE, recording } from './demo-papers.ts';

type Paper = Omit<DemoFile, 'bytes' | 'fileKey'> & { readonly content: Buffer };

const papers = (): readonly Paper[] => [
  {
    kind: 'file',
    name: 'Review notes.txt',
    description: 'What they want this year',
    type: 'txt',
    age: 12,
    content: NOTE,
  },
  {
    kind: 'file',
    name: 'Plan comparison.pdf',
    description: '',
    type: 'pdf',
    age: 5,
    content: letter(['Two plans side by side', '', 'Gold Plus HMO: $0 a month', 'Plan G: $148 a month']),
  },
  { kind: 'file', name: 'Member card.png', description: 'Front', type: 'png', age: 2, content: card(640, 400) },
  { kind: 'call', name: 'Call about the plan.wav', description: '', type: 'wav', age: 3, content: recording(4) },
];

/** A few papers and a recording with the first contacts that a newcomer opens. */
export async function insertDemoFiles(
  tx: Tx,
  accountId: number,
  { storage, now }: { storage: Storage; now: Date },
): Promise<void> {
  const made = papers();
  for (const owner of await findPapersOwners(tx, accountId)) {
    for (const [at, { content, ...paper }] of made.entries()) {
      const fileKey = `file-demo-${owner.id}-${at}`;
      await storage.save(fileKey, Readable.from([content]));
      await insertDemoFile(tx, accountId, owner, { ...paper, bytes: content.length, fileKey }, now);
    }
  }
}
