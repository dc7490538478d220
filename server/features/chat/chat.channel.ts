import type { Channel } from '../../cable/channel.ts';
import { chatStream } from '../../events.ts';

/** Replies of MAX to a user, while they are written and afterwards. */
export const chatChannel: Channel = {
  name: 'ChatChannel',
  subscribe: (_deps, { userId, actorId, permissions }) =>
    Promise.resolve(permissions.includes('chat.use') ? [chatStream({ userId, actorId })] : null),
};
