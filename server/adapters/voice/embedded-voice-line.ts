import { VOICE_PATH } from '#contract/phone.contract.ts';
import type { Config } from '../../config.ts';
import type { Seal } from '../../seal.ts';
import { type ControlCommand, sendCommand } from '../../voice/control-client.ts';
import { sealVoiceToken } from './embedded-token.ts';
import type { VoiceLine } from './voice-line.ts';

interface Use {
  readonly config: Pick<Config, 'voice' | 'dataDir'>;
  readonly seal: Seal;
  readonly now: () => Date;
}

/** The line of Bellwether's own voice process. */
export function embeddedVoiceLine({ config, seal, now }: Use): VoiceLine {
  const ask = (sid: string, command: ControlCommand) => sendCommand({ config, seal }, sid, command);
  const line: VoiceLine = {
    name: 'embedded',
    path: VOICE_PATH,
    mintToken: (who, ttlSeconds) =>
      Promise.resolve(sealVoiceToken(seal, who, new Date(now().getTime() + ttlSeconds * 1_000))),
    announce: (sid, language) => ask(sid, { do: 'announce', language }),
    record: (sid, action) => ask(sid, { do: 'record', action }),
    hold: (sid, held) => ask(sid, { do: 'hold', held }),
    transfer: (sid, to) => ask(sid, { do: 'transfer', to }),
    hangUp: (sid) => ask(sid, { do: 'hangUp' }),
    leave: (sid) => ask(sid, { do: 'hangUp' }),
    // A side that is taken up is the same one.
    rejoined: () => line,
  };
  return line;
}
