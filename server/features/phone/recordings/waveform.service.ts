import type { Reply } from '#contract/endpoint.ts';
import type { readWaveform as ReadWaveform } from '#contract/phone.contract.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import type { Identity } from '../../../identity.ts';
import { type FilePlace, requireReadyFile } from '../../files/files.service.ts';
import { findOfFile } from './recordings.sql.ts';

type Waveform = Reply<typeof ReadWaveform>['data'];

/** Volume of a recording over time; unknown for an uploaded one. @throws {Refusal} `not_found`, `conflict` */
export async function readWaveform(deps: Deps, identity: Identity, place: FilePlace): Promise<Waveform> {
  await requireReadyFile(deps, identity, place);
  const found = await withAccount(deps.pool, identity, (tx) => findOfFile(tx, place.fileId));
  return {
    seconds: found?.seconds ?? 0,
    channels: (found?.peaks ?? []).map((peaks) => [...peaks].map((peak) => Math.round((peak / 255) * 1_000) / 1_000)),
  };
}
