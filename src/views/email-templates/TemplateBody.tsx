import { type ReactNode, Suspense, useState } from 'react';
import type { broadcastEmails } from '#contract/email-templates.contract.ts';
import { STARTER_EMAIL } from '#rules/emails/edit-blocks.ts';
import { renderBlocks } from '#rules/emails/render-blocks.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { SelectField } from '../_kit/controls/SelectField.tsx';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import type { DraftOf } from '../_resource/listable.ts';
import type { ErrorOf, WriteField } from '../_resource/record-parts.tsx';
import { MergeFieldChoice } from './MergeFieldChoice.tsx';

const BlockEditor = lazyPart(() => import('./blocks/BlockEditor.tsx'), 'BlockEditor');
const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

type Draft = DraftOf<typeof broadcastEmails>;

interface TemplateBodyProps {
  draft: Partial<Draft>;
  write: WriteField<Draft>;
  errorOf: ErrorOf<Draft>;
  /** Only then the way of writing is a free choice. */
  isNew: boolean;
  /** The field of a body that is written. */
  children: ReactNode;
}

const WAYS = [
  { value: 'blocks', label: 'Blocks' },
  { value: 'text', label: 'Plain text' },
  { value: 'html', label: 'HTML source' },
] as const;

const HTML_HINT =
  'HTML keeps text, lists, links, images, layout tables and their styles. Scripts, forms and everything else are removed.';

/** What an e-mail says: built of blocks, or written as text or HTML. */
export function TemplateBody({ draft, write, errorOf, isNew, children }: TemplateBodyProps) {
  const { body = '', format = 'text', blocks = null } = draft;
  const [asking, setAsking] = useState(false);
  const isBlocks = blocks !== null;
  const choose = (way: string) => {
    const next = way === 'blocks' ? STARTER_EMAIL : null;
    write('format', way === 'text' ? 'text' : 'html');
    // A new choice begins empty: text in tables is no text, and the reverse.
    if (next !== null) write('body', renderBlocks(next));
    else if (isBlocks) write('body', '');
    write('blocks', next);
  };
  const error = errorOf('blocks') ?? (isBlocks ? errorOf('body') : undefined);
  return (
    <div className="whole template-body">
      {isNew || !isBlocks ? (
        <SelectField
          label="Written as"
          value={isBlocks ? 'blocks' : format}
          options={isNew ? WAYS : WAYS.filter(({ value }) => value !== 'blocks')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        />
      ) : null}
      {isBlocks ? (
        <>
          <Suspense fallback={<SkeletonLines lines={4} label="Loading the editor" />}>
            <BlockEditor
              email={blocks}
              onChange={(email) => {
                write('blocks', email);
                write('body', renderBlocks(email));
              }}
            />
          </Suspense>
          {error === undefined ? null : (
            <p role="alert" className="bad-t">
              {error}
            </p>
          )}
          {isNew ? null : (
            <p className="meta quiet">
              <Button size="small" look="plain" onClick={() => setAsking(true)}>
                Convert to HTML source
              </Button>
            </p>
          )}
        </>
      ) : (
        <>
          {children}
          {format === 'html' ? <p className="meta quiet">{HTML_HINT}</p> : null}
          <MergeFieldChoice field="body" text={body} onWrite={(next) => write('body', next)} />
        </>
      )}
      {asking ? (
        <Suspense>
          <AlertDialog
            open
            title="Convert this template to HTML source?"
            confirmLabel="Convert to HTML"
            cancelLabel="Keep the blocks"
            destructive
            onCancel={() => setAsking(false)}
            onConfirm={() => {
              write('blocks', null);
              setAsking(false);
            }}
          >
            <p>You'll edit the HTML from then on. Once saved, HTML can't be turned back into blocks.</p>
          </AlertDialog>
        </Suspense>
      ) : null}
    </div>
  );
}
