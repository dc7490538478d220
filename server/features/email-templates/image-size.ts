interface Size {
  readonly width: number;
  readonly height: number;
}

/** Frames of a JPEG that hold its size. Source: ITU-T T.81, table B.1. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** The size that the head of a re-encoded PNG, GIF or JPEG states. `null`: it is none of these. */
export function sizeOfImage(head: Buffer): Size | null {
  if (head.length >= 24 && head.toString('latin1', 1, 4) === 'PNG') {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) };
  }
  if (head.length >= 10 && head.toString('latin1', 0, 3) === 'GIF') {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) };
  }
  if (head.length < 4 || head.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= head.length; at += 2 + head.readUInt16BE(at + 2)) {
    if (head[at] !== 0xff) return null;
    if (isFrame(head[at + 1] ?? 0)) return { height: head.readUInt16BE(at + 5), width: head.readUInt16BE(at + 7) };
  }
  return null;
}
