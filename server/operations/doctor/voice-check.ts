import { request } from 'node:http';
import { isTryout } from '#rules/access/tryout.ts';
import type { Config } from '../../config.ts';
import { voiceAddress } from '../../voice/voice-address.ts';
import { type Check, type Told } from './finding.ts';

/** Milliseconds for an answer. Ours. */
const ANSWER_MS = 3_000;

/** Checks that the embedded line's voice process answers, and that browsers can reach its media. */
export const voiceCheck: Check = {
  name: 'phone',
  look: async ({ config }) => {
    if (config.twilio?.voice) return [['ok', 'Calls go through Twilio.']];
    const { voice, appEnv } = config;
    const isApart = voice.url !== null;
    const lives = await answers(config);
    const told: Told[] = lives
      ? [['ok', 'The voice process answers.']]
      : [
          isApart
            ? ['fault', `${voice.url} doesn't answer. Start the voice process.`]
            : ['ok', "The voice process isn't running."],
        ];
    if (voice.address === null && (isApart || !isTryout(appEnv))) {
      told.push(['warn', "VOICE_ADDRESS isn't set. Without it, calls have no sound behind a proxy or in a container."]);
    }
    return told;
  },
};

function answers(config: Pick<Config, 'voice' | 'dataDir'>): Promise<boolean> {
  const address = voiceAddress(config);
  return new Promise((done) => {
    const asked = request({
      ...('path' in address ? { socketPath: address.path } : address),
      path: '/health',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    asked.on('error', () => done(false));
    asked.on('response', (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    asked.end();
  });
}
