import { request } from 'node:http';
import { LineAway, LineRefusal, NoSuchCall, type PromptLanguage } from '../adapters/voice/voice-line.ts';
import type { Config } from '../config.ts';
import type { Seal } from '../seal.ts';
import { KEY_HEADER, voiceAddress, voiceKeys } from './voice-address.ts';

/** Requests about a call in progress. */
export type ControlCommand =
  | { readonly do: 'hangUp' }
  | { readonly do: 'announce'; readonly language: PromptLanguage }
  | { readonly do: 'record'; readonly action: 'start' | 'pause' | 'resume' | 'stop' }
  | { readonly do: 'hold'; readonly held: boolean }
  /** `to`: E.164. */
  | { readonly do: 'transfer'; readonly to: string };

/** Milliseconds for an answer. Our choice: the voice process answers immediately, or is down. */
const ANSWER_MS = 5_000;

interface Use {
  readonly config: Pick<Config, 'voice' | 'dataDir'>;
  readonly seal: Seal;
}

/** Asks the voice process. @throws {NoSuchCall} @throws {LineRefusal} @throws {LineAway} */
export async function sendCommand({ config, seal }: Use, sid: string, command: ControlCommand): Promise<void> {
  const { status, text } = await post(config, `/calls/${sid}`, JSON.stringify(command), voiceKeys(seal)[0] ?? '');
  if (status === 204) return;
  if (status === 404) throw new NoSuchCall(sid);
  if (status === 409) throw new LineRefusal(text);
  throw new LineAway(text || `The voice process answers ${status}.`);
}

function post(config: Use['config'], path: string, body: string, key: string) {
  return new Promise<{ status: number; text: string }>((done, refuse) => {
    const away = ({ message }: Error) => refuse(new LineAway(`The voice process does not answer: ${message}.`));
    const address = voiceAddress(config);
    const asked = request({
      ...('path' in address ? { socketPath: address.path } : address),
      path,
      method: 'POST',
      headers: { 'content-type': 'application/json', [KEY_HEADER]: key },
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    asked.on('error', away);
    asked.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('error', away).on('end', () => done({ status: response.statusCode ?? 0, text }));
    });
    asked.end(body);
  });
}
