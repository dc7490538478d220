import { crc32, deflateSync } from 'node:zlib';

/** A note as typed by a user. */
export const NOTE = Buffer.from(
  'Call of the review\n\n- Doctor: keep Dr. Alvarez in the network\n- Drugs: the list is under Rx\n- Wants a premium below $40 a month\n- Daughter Elena may be called too\n',
);

/** One page, in the built-in letters of every reader. */
export function letter(lines: readonly string[]): Buffer {
  const text = `BT /F1 14 Tf 72 720 Td 22 TL ${lines.map((line) => `(${line}) Tj T*`).join(' ')} ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${text.length}>>\nstream\n${text}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + table + trailer, 'latin1');
}

/** Tones in the rhythm of a voice: 8,000 samples of 8 bits a second. */
export function recording(seconds: number): Buffer {
  const rate = 8_000;
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + rate * seconds, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE(rate, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(rate * seconds, 40);
  const samples = Uint8Array.from({ length: rate * seconds }, (_, at) => {
    const time = at / rate;
    const loud = Math.max(0, Math.sin(time * 9)) * 40;
    return 128 + Math.round(loud * Math.sin(time * 2 * Math.PI * (180 + 40 * Math.sin(time * 3))));
  });
  return Buffer.concat([head, samples]);
}

/** A card with a band and lines, as one lays a member card on the scanner. */
export const card = (width: number, height: number): Buffer =>
  png(width, height, (x, y) => {
    const isEdge = x < 8 || y < 8 || x >= width - 8 || y >= height - 8;
    const isBand = y > height * 0.12 && y < height * 0.3;
    const isText = y > height * 0.42 && x > 40 && x < width * 0.7 && Math.floor(y / 22) % 2 === 0 && y % 22 < 10;
    return isEdge ? [214, 222, 226] : isBand ? [31, 108, 177] : isText ? [90, 102, 106] : [250, 251, 252];
  });

/** A picture from the color of each point: red, green, blue. */
export function png(
  width: number,
  height: number,
  colorAt: (x: number, y: number) => readonly [number, number, number],
): Buffer {
  const row = (y: number) => {
    const line = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x += 1) line.set(colorAt(x, y), 1 + x * 3);
    return line;
  };
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type), data]);
    const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    size.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([size, named, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
