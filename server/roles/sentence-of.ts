import type { Config } from '../config.ts';
import { StartFault } from '../start-fault.ts';

/** Sentence about a failing start for the terminal. `null` when it is a bug, whose stack is needed. */
export function sentenceOf(error: unknown, config: Pick<Config, 'databaseUrl' | 'port' | 'dataDir'>): string | null {
  if (error instanceof StartFault) return error.message;
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error;
  const { code = '', message = '', syscall = '' } = first as { code?: string; message?: string; syscall?: string };
  if (syscall === 'listen') return listenSentence(code, config.port);
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOSPC') return diskSentence(code, config.dataDir);
  return databaseSentence(code, message, config.databaseUrl);
}

export const portTaken = (port: number): string =>
  `Port ${port} is in use by another program. Stop that program, or choose another port, for example PORT=${port === 65_535 ? 3000 : port + 1}.`;

function listenSentence(code: string, port: number): string | null {
  if (code === 'EADDRINUSE') return portTaken(port);
  if (code === 'EACCES') return `Port ${port} is reserved for root. Choose one above 1023, for example PORT=3000.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return "HOST isn't an address of this machine. Leave it out, or use 0.0.0.0.";
  return null;
}

const diskSentence = (code: string, dataDir: string): string =>
  code === 'ENOSPC'
    ? `The disk of ${dataDir} is full. Free up space, or set DATA_DIR to a folder on another disk.`
    : `The data folder ${dataDir} isn't writable by this user. Grant write access, or set DATA_DIR to another folder.`;

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);

function databaseSentence(code: string, message: string, databaseUrl: string | null): string | null {
  if (databaseUrl === null) return null;
  const { host, pathname, username } = new URL(databaseUrl);
  if (UNREACHABLE.has(code) || message.includes('timeout exceeded when trying to connect')) {
    return `The database at ${host} can't be reached (${code || 'no answer'}). Start it, or correct DATABASE_URL.`;
  }
  if (code === '28P01' || code === '28000' || message.includes('password must be a string')) {
    return `The database at ${host} rejects the user "${decodeURIComponent(username)}". Correct the user and password in DATABASE_URL.`;
  }
  if (code === '3D000') {
    return `The database at ${host} has no database "${pathname.slice(1)}". Create it, or correct DATABASE_URL.`;
  }
  if (code === '42501') {
    return `The user "${decodeURIComponent(username)}" in DATABASE_URL lacks a permission (${message}). Run the migrations as the owner of the database.`;
  }
  return null;
}
