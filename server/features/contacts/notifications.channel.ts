import { NotificationsParams } from '#contract/contacts.contract.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import { contactStream, userStream } from '../../events.ts';
import { sightValues } from './contact-sight.ts';
import { findContact } from './contacts.sql.ts';

/** What concerns the user alone; with `contact_id` what happens to a contact that they see. */
export const notificationsChannel: Channel = {
  name: 'NotificationsChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = NotificationsParams.safeParse(params);
    if (!parsed.success) return null;
    const { contact_id: id } = parsed.data;
    if (id === undefined) return [userStream(identity.userId)];
    if (!identity.permissions.includes('contacts.read')) return null;
    const found = await withAccount(deps.pool, identity, (tx) =>
      findContact(tx, sightValues(identity), { by: 'id', value: id }),
    );
    return found === null ? null : [contactStream(id, found.owner_id)];
  },
};
