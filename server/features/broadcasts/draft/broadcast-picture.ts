import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { BROADCAST_PICTURE_TYPES } from '#contract/broadcasts/broadcast.contract.ts';
import { MMS_MAX_BYTES } from '#rules/messages/mms.ts';
import { writeAudit } from '../../../audit.ts';
import { type Tx, withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { refuseField } from '../../../errors.ts';
import type { IncomingFile } from '../../../http/bind.ts';
import { dropCampaignFile, findCampaignFile, insertCampaignFile } from '../../campaign-triggers/campaign-files.ts';
import type { Caller } from '../../contacts/contacts.service.ts';
import { keepCheckedFile } from '../../files/checked-file.ts';
import { removeUnnamed } from '../../files/spare-bytes.ts';
import { tellBroadcast } from '../broadcast-events.ts';
import { type BroadcastRow, toBroadcast } from '../broadcast-row.ts';
import { changeBroadcast } from '../broadcasts.sql.ts';
import { lockFor } from '../broadcasts.service.ts';

/**
 * Gives the draft of a text a picture, in place of the file that it had.
 * @throws {Refusal} `refused` under `file`; `not_found`; `conflict` unless it is a draft.
 */
export async function attachPicture(deps: Deps, caller: Caller, id: number, file: IncomingFile): Promise<Broadcast> {
  const { identity, requestId } = caller;
  const kept = await keepCheckedFile(deps, file, {
    maxBytes: MMS_MAX_BYTES,
    types: BROADCAST_PICTURE_TYPES,
    others: 'Carriers show PNG, JPEG and GIF images. Save it as one of these.',
  });
  try {
    return await withAccount(deps.pool, identity, async (tx) => {
      const row = await lockFor(tx, identity, id, 'edit');
      if (row.channel !== 'text')
        throw refuseField('file', 'Only texts take a picture here. Add it to the e-mail itself.');
      const fileId = await insertCampaignFile(tx, kept);
      const changed = await changeBroadcast(tx, id, { campaign_file_id: fileId, updated_at: deps.now() });
      await dropFileOf(tx, row);
      await writeAudit(tx, identity, requestId, {
        action: 'broadcast.updated',
        subjectType: 'broadcast',
        subjectId: id,
        detail: { fields: ['file'] },
      });
      await tellBroadcast(tx, changed, 'broadcast.changed');
      return toBroadcast(changed);
    });
  } catch (error) {
    await removeUnnamed(deps, kept.fileKey, error);
    throw error;
  }
}

/** Removes the file that a draft had until now, unless something else has it; its bytes go with what no row names. */
export async function dropFileOf(tx: Tx, { campaign_file_id: fileId }: BroadcastRow): Promise<void> {
  const file = fileId === null ? null : await findCampaignFile(tx, fileId);
  if (file !== null) await dropCampaignFile(tx, file.file_key);
}
