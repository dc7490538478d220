import * as z from 'zod/mini';

/** Blocks of an e-mail at most, those in columns included. Ours: mail clients cut e-mail beyond 102 KB. */
export const MAX_BLOCKS = 60;
/** Characters of a text block at most. Ours. */
export const MAX_BLOCK_TEXT = 4_000;
/** Of a heading, a label or a description. Ours. */
export const MAX_BLOCK_LINE = 300;
export const MAX_BLOCK_ADDRESS = 2_000;

/** Width of the e-mail in points. Source: what mail clients show without scrolling. */
export const EMAIL_WIDTH = 600;

export const BLOCK_ALIGNS = ['left', 'center', 'right'] as const;
export const SPACER_SIZES = ['small', 'medium', 'large'] as const;

/** Unique within the e-mail. */
const BlockId = z.int().check(z.positive());
const Align = z.enum(BLOCK_ALIGNS);
const line = (most = MAX_BLOCK_LINE) => z.string().check(z.maxLength(most, `Use at most ${most} characters.`));

const Heading = z.strictObject({
  kind: z.literal('heading'),
  id: BlockId,
  text: line(),
  level: z.literal([1, 2]),
  align: Align,
});

/** Paragraphs with `**bold**`, `*italics*`, `[links](https://…)`, and lists of lines that begin with `- `. */
const Text = z.strictObject({
  kind: z.literal('text'),
  id: BlockId,
  text: line(MAX_BLOCK_TEXT),
  align: Align,
});

const LinkButton = z.strictObject({
  kind: z.literal('button'),
  id: BlockId,
  label: line(),
  href: line(MAX_BLOCK_ADDRESS),
  align: Align,
});

const Picture = z.strictObject({
  kind: z.literal('image'),
  id: BlockId,
  /** Empty: none chosen yet. */
  src: line(MAX_BLOCK_ADDRESS),
  alt: line(),
  /** Points; the image keeps its proportions and never exceeds its place. */
  width: z.int().check(z.gte(1), z.lte(EMAIL_WIDTH)),
  /** Where a click leads. Empty: nowhere. */
  href: line(MAX_BLOCK_ADDRESS),
  align: Align,
});

const Divider = z.strictObject({ kind: z.literal('divider'), id: BlockId });
const Spacer = z.strictObject({ kind: z.literal('spacer'), id: BlockId, size: z.enum(SPACER_SIZES) });

/** The sender's name, phone and e-mail, and what else belongs below it, such as a license number or a postal address. */
const Signature = z.strictObject({ kind: z.literal('signature'), id: BlockId, text: line(MAX_BLOCK_TEXT) });

const LeafBlock = z.discriminatedUnion('kind', [Heading, Text, LinkButton, Picture, Divider, Spacer, Signature]);
export type LeafBlock = z.output<typeof LeafBlock>;

/** Two halves of a row; one below the other on a phone. */
const Columns = z.strictObject({
  kind: z.literal('columns'),
  id: BlockId,
  left: z.array(LeafBlock),
  right: z.array(LeafBlock),
});
export type ColumnsBlock = z.output<typeof Columns>;

export const EmailBlock = z.discriminatedUnion('kind', [
  Heading,
  Text,
  LinkButton,
  Picture,
  Divider,
  Spacer,
  Signature,
  Columns,
]);
export type EmailBlock = z.output<typeof EmailBlock>;
export type BlockKind = EmailBlock['kind'];

const idsOf = (blocks: readonly EmailBlock[]): number[] =>
  blocks.flatMap((block) =>
    block.kind === 'columns' ? [block.id, ...idsOf(block.left), ...idsOf(block.right)] : [block.id],
  );

/** An e-mail as its author built it. The HTML beside it is rendered from it, never the reverse. */
export const EmailDocument = z
  .strictObject({
    /** Of this form. */
    version: z.literal(1),
    blocks: z.array(EmailBlock),
  })
  .check(
    z.refine(({ blocks }) => {
      const ids = idsOf(blocks);
      return new Set(ids).size === ids.length;
    }, 'Two blocks have the same id.'),
    z.refine(({ blocks }) => idsOf(blocks).length <= MAX_BLOCKS, `Use at most ${MAX_BLOCKS} blocks.`),
  );
export type EmailDocument = z.output<typeof EmailDocument>;

/** An image of e-mails, at an address that mail clients load without a session. */
export const EmailImage = z.object({
  url: z.string(),
  name: z.string(),
  /** Points. */
  width: z.int(),
  height: z.int(),
});
export type EmailImage = z.output<typeof EmailImage>;

/** Bytes of an image at most. Ours: readers on a phone wait for it. */
export const MAX_EMAIL_IMAGE_BYTES = 5 * 2 ** 20;
/** What every mail client shows. */
export const EMAIL_IMAGE_TYPES = ['jpg', 'png', 'gif'] as const;
