import type { VoiceLine } from '../../server/adapters/voice/voice-line.ts';

/** A line that does what it is asked and tells of nothing; `said` hears what that was, and may refuse. */
export const silentLine = (said: (what: string) => Promise<void> = () => Promise.resolve()): VoiceLine => ({
  name: 'embedded',
  path: '/voice',
  mintToken: () => Promise.resolve('token'),
  announce: (_sid, language) => said(`announce ${language}`),
  record: (_sid, action) => said(`record ${action}`),
  hold: (_sid, held) => said(held ? 'hold' : 'resume'),
  transfer: (_sid, to) => said(`transfer ${to}`),
  hangUp: () => said('hang up'),
  leave: () => said('leave'),
  rejoined: () => silentLine(said),
});
