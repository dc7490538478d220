import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { ZipFile } from 'yazl';

/** A picture that lies on its side, with place and camera in it: 60 × 40 points as it is stored. */
export const photo = (format: 'jpeg' | 'png' | 'gif' | 'webp' = 'jpeg'): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#2a6' } })
    .withExif({ IFD0: { Make: 'Spycam' }, IFD3: { GPSLatitude: '30/1 16/1 0/1' } })
    .withMetadata(format === 'jpeg' ? { orientation: 6 } : {})
    .toFormat(format)
    .toBuffer();

/** A photo of a camera, so many points wide and high, that does not pack well. */
export function largePhoto(width: number, height: number): Promise<Buffer> {
  const grain = { width: Math.ceil(width / 8), height: Math.ceil(height / 8), channels: 3 } as const;
  return sharp(randomBytes(grain.width * grain.height * 3), { raw: grain })
    .resize(width, height, { fit: 'fill' })
    .jpeg({ quality: 90 })
    .toBuffer();
}

export interface Packed {
  readonly name: string;
  readonly content: string | Buffer;
}

export function zipOf(entries: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content } of entries) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream);
}

const CONTENT_TYPES =
  '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>';

/** A Word file; `more` are entries beside its text. */
export const docx = (text = 'Hello', more: readonly Packed[] = []): Promise<Buffer> =>
  zipOf([
    { name: '[Content_Types].xml', content: CONTENT_TYPES },
    { name: 'word/document.xml', content: `<?xml version="1.0"?><w:document><w:t>${text}</w:t></w:document>` },
    ...more,
  ]);

/** A WAV of silence. */
export function wav(samples = 800): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(8_000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 0x80)]);
}

export const PDF = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** Harmless, and every scanner finds it. Source: eicar.org; in two parts, so that no scanner finds it here. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');
