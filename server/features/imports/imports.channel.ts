import { ImportChannelParams } from '#contract/imports/broadcasts.contract.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import { importStream, liveStream, userStream } from '../../events.ts';
import { viewerOf } from './asked.ts';
import { readVisibleAttempt } from './imports.sql.ts';

/** One import, the downline's imports, or the user's own. */
export const contactsImportChannel: Channel = {
  name: 'ContactsImportChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = ImportChannelParams.safeParse(params);
    if (!parsed.success) return null;
    const { import_id: importId, audience } = parsed.data;
    if (importId !== undefined) {
      const found = await withAccount(deps.pool, identity, (tx) =>
        readVisibleAttempt(tx, importId, viewerOf(identity)),
      );
      return found === null ? null : [importStream(importId)];
    }
    if (audience === 'downline') {
      return identity.permissions.includes('live.watch') ? [liveStream(identity.userId)] : null;
    }
    return [userStream(identity.userId)];
  },
};
