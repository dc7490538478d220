import sharp from 'sharp';
import type { FileType } from '#contract/files.contract.ts';
import { FileRefusal } from './file-types.ts';

/** Points of a picture at most. Source: promise P10. */
export const MAX_PIXELS = 50_000_000;

/** Longest edges, in points. Source: the list and the preview of files. */
const THUMB_EDGE = 240;
const VIEW_EDGE = 1_600;
/** Of a face: four times as large as pages show it. */
const SQUARE_EDGE = 480;

/** `whole`: as it came. `square`: cut to its most striking part. */
export type Cut = 'whole' | 'square';

export interface Pictures {
  /** Re-encoded: everything but the image is removed, including location, time and camera. Upright. */
  readonly whole: Buffer;
  readonly view: Buffer;
  readonly thumb: Buffer;
}

/**
 * Re-encodes a picture and makes smaller ones. Uses as much memory as it needs: only `picture-child.ts` calls it.
 * @throws {FileRefusal} when it is no picture, or too large.
 */
export async function makePictures(source: Buffer, type: FileType, cut: Cut = 'whole'): Promise<Pictures> {
  sharp.cache(false);
  sharp.concurrency(1);
  const moves = type === 'gif' || type === 'webp';
  const open = (animated: boolean) =>
    sharp(source, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated, sequentialRead: true });
  try {
    const { width, height, format, orientation = 1 } = await open(moves).metadata();
    if (format !== (type === 'jpg' ? 'jpeg' : type)) throw new FileRefusal("The image type doesn't match its name.");
    if (width * height > MAX_PIXELS) throw new FileRefusal('The image has more than 50 million pixels.');
    const upright = (animated: boolean) => (orientation > 1 ? open(animated).autoOrient() : open(animated));
    // A PNG with a quality setting loses colors.
    const whole =
      cut === 'square'
        ? await upright(false)
            .resize({ width: SQUARE_EDGE, height: SQUARE_EDGE, fit: 'cover', position: sharp.strategy.attention })
            .webp({ quality: 85 })
            .toBuffer()
        : await upright(moves)
            .toFormat(format, format === 'png' ? {} : { quality: 90 })
            .toBuffer();
    const small = (edge: number) =>
      upright(false)
        .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer();
    return { whole, view: await small(VIEW_EDGE), thumb: await small(THUMB_EDGE) };
  } catch (error) {
    if (error instanceof FileRefusal) throw error;
    const isLarge = error instanceof Error && /pixel limit/i.test(error.message);
    throw new FileRefusal(
      isLarge ? 'The image has more than 50 million pixels.' : "Couldn't read the image: it's damaged.",
      { cause: error },
    );
  }
}
