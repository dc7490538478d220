import type { EmailBlock, EmailDocument } from '#contract/email-templates/blocks.contract.ts';
import type { TemplateNote } from '#contract/email-templates.contract.ts';
import { lintTemplate } from '../messages/lint-template.ts';
import { allBlocks } from './edit-blocks.ts';
import { renderBlock } from './render-blocks.ts';

/** What the author still has to fill in; `null`: nothing. */
function missingOf(block: EmailBlock): string | null {
  switch (block.kind) {
    case 'heading':
      return block.text.trim() === '' ? 'enter the heading, or delete the block.' : null;
    case 'text':
      return block.text.trim() === '' ? 'write something, or delete the block.' : null;
    case 'button':
      return block.label.trim() === '' ? 'enter what the button says.' : null;
    case 'image':
      return block.src === '' ? 'choose an image, or delete the block.' : null;
    default:
      return null;
  }
}

const NOTES_AT_A_TIME = 20;

/** Findings about an e-mail made of blocks, errors first, each with the number of its block. */
export function lintBlocks(subject: string, email: EmailDocument): TemplateNote[] {
  const ofSubject = lintTemplate({ channel: 'email', subject, body: '', format: 'html' });
  if (email.blocks.length === 0) {
    return [...ofSubject, { field: 'body', severity: 'error', message: 'Add a block.' }];
  }
  const ofBlocks = allBlocks(email).flatMap((block, at): TemplateNote[] => {
    const place = `Block ${at + 1}: `;
    const missing = missingOf(block);
    if (missing !== null) return [{ field: 'body', severity: 'error', message: `${place}${missing}` }];
    // The blocks inside come on their own.
    if (block.kind === 'columns') return [];
    return lintTemplate({ channel: 'email', subject: '', body: renderBlock(block), format: 'html' }).map((note) => ({
      ...note,
      message: note.message.startsWith('Line ')
        ? note.message.replace(
            /^Line \d+: (image \d+ )?/,
            (_, image?: string) => `${place}${image ? 'the image ' : ''}`,
          )
        : `${place}${note.message.charAt(0).toLowerCase()}${note.message.slice(1)}`,
    }));
  });
  return [...ofSubject, ...ofBlocks]
    .toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'))
    .slice(0, NOTES_AT_A_TIME);
}
