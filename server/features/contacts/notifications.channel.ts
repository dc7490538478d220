import { NotificationsParams } from '#contract/contacts/broadcasts.contract.ts';
import { reachOf } from '#rules/access/permissions.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import { accountStream, contactsStream, contactStream, unitsStream, unitStream, userStream } from '../../events.ts';
import type { Identity } from '../../identity.ts';
import { findContact } from './contacts.sql.ts';
import { visibilityValues } from './contact-visibility.ts';

/** Streams for changes of rows visible to a user. */
const resourceStreams = ({ accountId, businessUnitId, userId, roles }: Identity): readonly string[] => [
  accountStream(accountId),
  reachOf(roles) === 'account' ? unitsStream(accountId) : unitStream(businessUnitId),
  userStream(userId),
];

/**
 * Facts for the user alone; with `contact_id`, about a contact that they see; with the audience `resources`, about rows
 * of lists and settings that they see.
 */
export const notificationsChannel: Channel = {
  name: 'NotificationsChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = NotificationsParams.safeParse(params);
    if (!parsed.success) return null;
    const { contact_id: id, audience } = parsed.data;
    if (audience === 'resources') return resourceStreams(identity);
    if (id === undefined) return [userStream(identity.userId)];
    if (!identity.permissions.includes('contacts.read')) return null;
    const found = await withAccount(deps.pool, identity, (tx) =>
      findContact(tx, visibilityValues(identity), { by: 'id', value: id }),
    );
    return found === null ? null : [contactStream(id, found.owner_id), contactsStream(found.owner_id)];
  },
};
