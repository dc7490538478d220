import { join } from 'node:path';
import type { Config } from '../config.ts';
import { SOCKET_PATH_MAX, socketFolder } from '../db/embedded-home.ts';
import type { Seal } from '../seal.ts';

const NAME = 'voice.sock';

/** Headers of a request from another process of this installation. */
export const KEY_HEADER = 'x-voice-key';
/** The address on which the browser reached the installation. */
export const REACHED_HEADER = 'x-voice-reached';

/** The account whose browser it is. */
export const ACCOUNT_HEADER = 'x-voice-account';

/** Address of the voice process: a socket that only this user may open, or a port on another machine. */
export type VoiceAddress = { readonly path: string } | { readonly host: string; readonly port: number };

/** In the data folder, or, where that path is too long for a socket, in a closed folder for temporary files. */
export function voiceSocket(dataDir: string): string {
  const path = join(dataDir, NAME);
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(socketFolder(dataDir, null), NAME);
}

export function voiceAddress({ voice, dataDir }: Pick<Config, 'voice' | 'dataDir'>): VoiceAddress {
  if (voice.url === null) return { path: voiceSocket(dataDir) };
  const { hostname, port } = new URL(voice.url);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 80 };
}

/** Keys by which the processes of one installation recognize each other; the current key first. */
export const voiceKeys = (seal: Pick<Seal, 'fingerprints'>): string[] =>
  seal.fingerprints('key', 'voice process').map((key) => key.toString('base64url'));
