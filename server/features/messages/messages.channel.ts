import { SmsChannelParams } from '#contract/messages/broadcasts.contract.ts';
import type { Channel } from '../../cable/channel.ts';
import { withAccount } from '../../db/tx.ts';
import { conversationStream, textsStream } from '../../events.ts';
import { visibilityValues } from '../contacts/contact-visibility.ts';
import { findVisible } from './conversations/conversations.sql.ts';

/** Texts that come in for a user, and changes of the conversations that they answer or own; or one that is shown. */
export const smsChannel: Channel = {
  name: 'SmsChannel',
  subscribe: async (deps, identity, params) => {
    const parsed = SmsChannelParams.safeParse(params);
    if (!parsed.success || !identity.permissions.includes('contacts.read')) return null;
    const { conversation_id: id } = parsed.data;
    if (id === undefined) return [textsStream(identity.userId)];
    const found = await withAccount(deps.pool, identity, (tx) => findVisible(tx, visibilityValues(identity), { id }));
    return found === null ? null : [conversationStream(id, found.owner_id)];
  },
};
