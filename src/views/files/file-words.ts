import { FileAudio, FileSpreadsheet, FileText, Image, Mail, type LucideIcon } from 'lucide-react';
import type { ContactFile, FileKind, FileType } from '#contract/files.contract.ts';
import type { UploadFailure } from '../../machines/files/upload.machine.ts';

const KIB = 1024;
const MIB = KIB * KIB;

/** "840 KB", "2.4 MB" */
export const sizeOf = (bytes: number): string =>
  bytes < MIB ? `${Math.ceil(bytes / KIB)} KB` : `${(bytes / MIB).toFixed(1)} MB`;

/** Why a file did not arrive. */
export const uploadFailure = ({ message }: UploadFailure): string =>
  message ?? 'Connection lost. Try again. The file is uploaded only once.';

const DRAWINGS: Readonly<Partial<Record<FileType, LucideIcon>>> = {
  png: Image,
  jpg: Image,
  gif: Image,
  webp: Image,
  eml: Mail,
  csv: FileSpreadsheet,
  xlsx: FileSpreadsheet,
  mp3: FileAudio,
  wav: FileAudio,
  m4a: FileAudio,
  ogg: FileAudio,
};

export const drawingOf = (type: FileType): LucideIcon => DRAWINGS[type] ?? FileText;

/** True when a preview exists. */
export const isShown = ({ state }: Pick<ContactFile, 'state'>): boolean => state === 'ready';

interface Words {
  readonly one: string;
  readonly many: string;
  readonly upload: string;
  readonly nothing: string;
  readonly use: (megabytes: number) => string;
  readonly accept: string;
}

const AUDIO = '.mp3,.wav,.m4a,.ogg,.oga,.opus';

export const WORDS: Readonly<Record<FileKind, Words>> = {
  file: {
    one: 'file',
    many: 'Files',
    upload: 'Upload files',
    nothing: 'No files yet',
    use: (megabytes) =>
      `Keep licenses, letters, policies and pictures here. Drop files anywhere on this list, up to ${megabytes} MB each.`,
    accept: `.pdf,.png,.jpg,.jpeg,.gif,.webp,.txt,.csv,.eml,.docx,.xlsx,${AUDIO}`,
  },
  call: {
    one: 'recording',
    many: 'Recordings',
    upload: 'Upload recordings',
    nothing: 'No recordings yet',
    use: (megabytes) =>
      `Call recordings appear here. Drop audio files anywhere on this list, up to ${megabytes} MB each.`,
    accept: AUDIO,
  },
};
