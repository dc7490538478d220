import { describe, expect, test } from 'vitest';
import { type EmailBlock, EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import { emailText } from '#rules/emails/email-text.ts';
import { copyOf, findBlock, insertBlock, moveBlock, newBlock } from '#rules/emails/edit-blocks.ts';
import { lintBlocks } from '#rules/emails/lint-blocks.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import { simpleHtml } from '../../server/features/timeline/simple-html.ts';
import { readMergeText } from '../../server/merge-text.ts';

const emailOf = (...blocks: EmailBlock[]) => ({ version: 1, blocks }) as const satisfies EmailDocument;
const text = (id: number, words: string) => ({ kind: 'text', id, text: words, align: 'left' }) as const;
const image = { kind: 'image', id: 4, alt: 'Our office', width: 400, href: '', align: 'center' } as const;

const EVERY = emailOf(
  { kind: 'heading', id: 1, text: 'Hi {{ first_name | default: "friend" }}', level: 1, align: 'center' },
  text(2, 'See **the plans** & *prices* at [our site](https://example.com/?a=1&b=2).\n\n- One\n- <Two>'),
  { kind: 'button', id: 3, label: 'Book a call', href: 'https://example.com/book', align: 'left' },
  { ...image, src: 'https://example.com/a.png' },
  { kind: 'divider', id: 5 },
  { kind: 'spacer', id: 6, size: 'large' },
  { kind: 'columns', id: 7, left: [text(8, 'Left')], right: [{ ...image, id: 9, src: 'https://example.com/b.png' }] },
  { kind: 'signature', id: 10, text: 'License 0123' },
);
const VALUES = { first_name: '', my_name: 'Dana <Lee>', my_phone: '512-555-0100', my_email: 'dana@example.com' };
const merged = (email: EmailDocument) => readMergeText(renderBlocks(email), 'html').render(VALUES as never);

describe('the HTML of blocks', () => {
  test('passes the sanitizer of outgoing e-mail unchanged', () => {
    const written = merged(EVERY);

    // Entities of text are the same letters in either form.
    const plain = (html: string) => html.replaceAll('&#39;', "'").replaceAll('&nbsp;', '\u00a0').replaceAll(/;"/g, '"');
    expect(plain(simpleHtml(written, true).html)).toBe(plain(written));
  });

  test('keeps merge fields, also with quotes, and escapes what is around and in them', () => {
    const html = merged(
      emailOf(text(1, 'A & B {{ first_name | default: "friend" }} <b>'), { kind: 'signature', id: 2, text: '' }),
    );

    expect(html).toContain('A &amp; B friend &lt;b&gt;');
    expect(html).toContain('Dana &lt;Lee&gt;');
  });

  test('gives every image a width and alt text, within its column', () => {
    const tags = renderBlocks(EVERY).match(/<img[^>]*>/g);

    expect(tags).toEqual([
      expect.stringMatching(/alt="Our office" width="400" style="display:block;width:100%;max-width:400px/),
      expect.stringMatching(/width="252"/),
    ]);
  });

  test('sets no color but that of the button, so that dark mode works', () => {
    const colored = renderBlocks(emailOf(...EVERY.blocks.filter(({ kind }) => !['button', 'divider'].includes(kind))));

    expect(colored).not.toMatch(/color/);
  });

  test('links nowhere where the address is a script', () => {
    const html = renderBlocks(emailOf(text(1, '[x](javascript:alert(1)) "quoted"')));

    expect(simpleHtml(html, true).html).not.toMatch(/href/);
  });

  test('becomes plain text with the addresses of its links', () =>
    expect(emailText(merged(EVERY))).toBe(
      [
        'Hi friend',
        '',
        'See the plans & prices at our site: https://example.com/?a=1&b=2.',
        '',
        '- One',
        '- <Two>',
        '',
        'Book a call: https://example.com/book',
        '',
        'Left',
        '',
        'Dana <Lee>',
        '512-555-0100',
        'dana@example.com',
        '',
        'License 0123',
      ].join('\n'),
    ));
});

describe('findings', () => {
  const notesOf = (...blocks: EmailBlock[]) =>
    lintBlocks('Hi', emailOf(...blocks)).map(({ severity, message }) => `${severity}: ${message}`);

  test('name the block', () =>
    expect(
      notesOf(
        text(1, 'Act now'),
        { ...image, src: 'https://example.com/a.png', alt: ' ' },
        { kind: 'button', id: 2, label: 'Go', href: 'example', align: 'left' },
        { kind: 'columns', id: 3, left: [text(5, '{{ frist_name }}')], right: [] },
      ),
    ).toEqual([
      'error: Block 3: the link “example” is broken. Start it with https:// and a full host.',
      'error: Block 5: unknown merge field “frist_name”. Did you mean {{ first_name }}?',
      'warning: Block 1: spam filters watch for “act now”.',
      "warning: Block 2: the image has no alt text. Describe it for readers who can't see it.",
    ]));

  test.each([
    [[], 'error: Add a block.'],
    [[text(1, ' ')], 'error: Block 1: write something, or delete the block.'],
    [[{ ...image, src: '' }], 'error: Block 1: choose an image, or delete the block.'],
    [[{ kind: 'button', id: 1, label: 'Go', href: '', align: 'left' }], 'error: Block 1: a link has no address.'],
  ] as [EmailBlock[], string][])('%#: say what is missing', (blocks, message) =>
    expect(notesOf(...blocks)).toEqual([message]),
  );

  test('there are none about a finished e-mail', () => expect(lintBlocks('Hi', EVERY)).toEqual([]));
});

describe('a document', () => {
  test('has each id once', () => {
    expect(EmailDocument.safeParse(EVERY).success).toBe(true);
    expect(EmailDocument.safeParse(emailOf(text(1, 'a'), text(1, 'b'))).success).toBe(false);
    expect(
      EmailDocument.safeParse(emailOf(text(1, 'a'), { kind: 'columns', id: 2, left: [text(1, 'b')], right: [] }))
        .success,
    ).toBe(false);
  });

  test('keeps columns out of columns, wherever a block is moved', () => {
    const email = insertBlock(EVERY, newBlock('columns', 20), { list: 'email', index: 0 });

    expect(moveBlock(email, 20, { list: '7.left', index: 0 })).toBe(email);
    expect(findBlock(moveBlock(email, 1, { list: '7.right', index: 9 }), 1)).toMatchObject({
      list: '7.right',
      index: 1,
    });
  });

  test('copies columns with new ids', () => {
    const [columns] = EVERY.blocks.filter(({ kind }) => kind === 'columns');
    const copy = copyOf(columns as EmailBlock, 10);

    expect(EmailDocument.safeParse({ ...EVERY, blocks: [...EVERY.blocks, copy] }).success).toBe(true);
  });
});
