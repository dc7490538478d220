const BIAS = 0x84;
const CLIP = 32_635;

/** One byte as a sample of 16 bits. Source: ITU-T G.711. */
export function decodeMuLaw(byte: number): number {
  const bits = ~byte & 0xff;
  const size = ((((bits & 0x0f) << 3) + BIAS) << ((bits & 0x70) >> 4)) - BIAS;
  return (bits & 0x80) === 0 ? size : -size;
}

/** A sample of 16 bits as one byte. Source: ITU-T G.711. */
export function encodeMuLaw(sample: number): number {
  const size = Math.min(Math.abs(sample), CLIP) + BIAS;
  const exponent = 31 - Math.clz32(size) - 7;
  const mantissa = (size >> (exponent + 3)) & 0x0f;
  return ~((sample < 0 ? 0x80 : 0) | (exponent << 4) | mantissa) & 0xff;
}

/** Volume of each byte, from 0 to 255. */
export const LOUDNESS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  Math.round((Math.abs(decodeMuLaw(byte)) * 255) / 32_124),
);
