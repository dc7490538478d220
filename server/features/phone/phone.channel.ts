import { PhoneChannelParams } from '#contract/phone/call.contract.ts';
import type { Channel } from '../../cable/channel.ts';
import { liveStream, userStream } from '../../events.ts';

/** Calls, devices and minutes of a user; or changes to their downline's calls. */
export const convergeOneChannel: Channel = {
  name: 'ConvergeOneChannel',
  subscribe: (_deps, { userId, permissions }, params) => {
    const parsed = PhoneChannelParams.safeParse(params);
    if (!parsed.success || !permissions.includes('phone.call')) return Promise.resolve(null);
    if (parsed.data.audience !== 'downline') return Promise.resolve([userStream(userId)]);
    return Promise.resolve(permissions.includes('live.watch') ? [liveStream(userId)] : null);
  },
};
