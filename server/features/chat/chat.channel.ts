import type { Channel } from '../../cable/channel.ts';
import { chatStream } from '../../events.ts';

/** What MAX answers somebody, while it is written and once it is. */
export const chatChannel: Channel = {
  name: 'ChatChannel',
  subscribe: (_deps, { userId, actorId, permissions }) =>
    Promise.resolve(permissions.includes('chat.use') ? [chatStream({ userId, actorId })] : null),
};
