import { bulkWork } from '../bulk/bulk-work.ts';
import { printWork } from '../printing/print-work.ts';
import { transferWork } from '../transfers/transfer-work.ts';
import { verificationWork } from '../verifications/verification-work.ts';
import { dryRunWork } from '../workflows/dry-run-work.ts';
import { followedWork } from './followed-work.machine.ts';

/** The machine that follows one piece of work of each kind. Its ports are in `src/actors/_running/followed.actors.ts`. */
export const followedMachines = {
  bulk: followedWork(bulkWork),
  transfer: followedWork(transferWork),
  print: followedWork(printWork),
  verification: followedWork(verificationWork),
  dryRun: followedWork(dryRunWork),
};
