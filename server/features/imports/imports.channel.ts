import { ImportChannelParams } from '#contract/imports/broadcasts.contract.ts';
import { mayDo } from '#rules/permissions.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import { importStream, liveStream, userStream } from '../../events.ts';
import { isImportWithin } from './import-audience.sql.ts';

/** One import, the imports of everybody below, or one's own. */
export const contactsImportChannel: Channel = {
  name: 'ContactsImportChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = ImportChannelParams.safeParse(params);
    if (!parsed.success) return null;
    const { import_id: importId, audience } = parsed.data;
    if (importId !== undefined) {
      const within = await withAccount(deps.pool, identity, (tx) => isImportWithin(tx, importId, identity.userId));
      return within ? [importStream(importId)] : null;
    }
    if (audience === 'downline') {
      return mayDo(identity.roles, 'live.watch') ? [liveStream(identity.userId)] : null;
    }
    return [userStream(identity.userId)];
  },
};
