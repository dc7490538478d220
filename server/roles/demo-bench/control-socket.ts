import { chmodSync, rmSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { safeParse } from 'zod/v4/core';
import { DemoCommand, type DemoWorld } from '#contract/demo.contract.ts';
import { SOCKET_PATH_MAX, socketFolder } from '../../db/embedded-home.ts';
import { BenchRefusal } from './bench-refusal.ts';

const NAME = 'demo-world.sock';

/** One line of JSON each: a command or `{"do":"status"}` goes in; lines of progress and one end come out. */
export type ControlAnswer =
  | { readonly progress: string }
  | { readonly done: string }
  | { readonly world: DemoWorld }
  | { readonly refusal: string };

export interface Controlled {
  status(): Promise<DemoWorld>;
  /** @throws {BenchRefusal} with the reason why not. */
  run(command: DemoCommand, progress: (sentence: string) => void): Promise<string>;
}

/** In the data folder, or, where that path is too long for a socket, in a closed folder for temporary files. */
export function controlPath(dataDir: string): string {
  const path = join(dataDir, NAME);
  return Buffer.byteLength(path) <= SOCKET_PATH_MAX ? path : join(socketFolder(dataDir, null), NAME);
}

/** Accepts commands from anyone who may write to the data folder as this user. */
export async function openControlSocket(path: string, controlled: Controlled): Promise<{ close(): Promise<void> }> {
  rmSync(path, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    const say = (answer: ControlAnswer) => void socket.write(`${JSON.stringify(answer)}\n`);
    createInterface(socket).once('line', (line) => {
      void answer(line, controlled, say).finally(() => socket.end());
    });
  });
  // The mode counts from the first moment.
  const mask = process.umask(0o177);
  await new Promise<void>((done, refuse) => {
    server.once('error', refuse);
    server.listen(path, done);
    process.umask(mask);
  });
  chmodSync(path, 0o600);
  return {
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((done) => server.close(done));
    },
  };
}

async function answer(line: string, controlled: Controlled, say: (answer: ControlAnswer) => void): Promise<void> {
  try {
    const asked: unknown = JSON.parse(line);
    if ((asked as { do?: unknown } | null)?.do === 'status') return say({ world: await controlled.status() });
    const command = safeParse(DemoCommand, asked);
    if (!command.success) throw new BenchRefusal(`Unknown command: ${line}`);
    say({ done: await controlled.run(command.data, (progress) => say({ progress })) });
  } catch (error) {
    say({ refusal: error instanceof Error ? error.message : String(error) });
  }
}
