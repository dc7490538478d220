import type { Channel } from '../../cable/channel.ts';
import { userStream } from '../../events.ts';

/** What concerns the user alone. */
export const notificationsChannel: Channel = {
  name: 'NotificationsChannel',
  subscribe: async (_deps, identity) => [userStream(identity.userId)],
};
