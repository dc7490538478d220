import { MAX_TRIGGER_FILE_BYTES, TRIGGER_FILE_TYPES } from '#contract/campaign-triggers.contract.ts';
import type { Deps } from '../../deps.ts';
import type { IncomingFile } from '../../http/bind.ts';
import { keepCheckedFile } from '../files/checked-file.ts';
import type { KeptFile } from '../files/keep-file.ts';

/** Stores the file of a trigger, checked like a contact's file. @throws {Refusal} `refused` under `file`. */
export const keepTriggerFile = (deps: Deps, file: IncomingFile): Promise<KeptFile> =>
  keepCheckedFile(deps, file, {
    maxBytes: MAX_TRIGGER_FILE_BYTES,
    types: TRIGGER_FILE_TYPES,
    others: 'Campaign triggers take a PNG, JPEG or GIF image, or a PDF.',
  });
