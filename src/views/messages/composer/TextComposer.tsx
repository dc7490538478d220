import { type ClipboardEvent, useRef, useState } from 'react';
import { type ConversationShown, type Text, TEXT_MAX } from '#contract/messages/text.contract.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import type { Campaign } from '../../../machines/messages/composer.machine.ts';
import { useApp } from '../../_base/use-app.ts';
import { useNow } from '../../_base/use-now.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { formatCounted } from '../../_kit/format/format-count.ts';
import { firstNameOf, momentText } from '../message-words.ts';
import type { Permission, TextPurpose } from '../thread/permission.ts';
import { AttachButton, AttachedFile, problemOf } from './AttachFile.tsx';
import { ComposerLine } from './ComposerLine.tsx';
import { FieldsButton } from './FieldsButton.tsx';
import { SegmentsCounter } from './SegmentsCounter.tsx';
import { refusalOf, SendButtons } from './SendButtons.tsx';
import { TemplateButton } from './TemplateButton.tsx';
import { useComposer } from './use-composer.ts';
import '../../timeline/timeline.css';

interface TextComposerProps {
  shown: ConversationShown;
  name: string;
  purpose: TextPurpose;
  onPurpose: (purpose: TextPurpose) => void;
  permission: Permission | null;
  onSent: (text: Text) => void;
}

/** One text being written. Ctrl or Cmd with Enter sends it. */
export function TextComposer({ shown, name, purpose, onPurpose, permission, onSent }: TextComposerProps) {
  const { toasts, user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const now = useNow();
  const composing = useComposer(shown, purpose, (sent) => {
    onSent(sent);
    if (sent.status !== 'held') return;
    const until = sent.held_until === null ? '' : ` for ${momentText(sent.held_until, zone, now)}`;
    toasts.show({ tone: 'info', text: `Text scheduled${until}` });
  });
  const { send, text, file, choices, campaign, failure, isEmpty, isSending, isKept } = composing;
  const [problem, setProblem] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const refusal = refusalOf({ shown, permission, isEmpty });
  const isOpen = permission?.is === 'allowed' || permission?.is === 'later';
  const attach = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const found = problemOf(chosen);
    setProblem(found);
    if (found === '') send({ type: 'composer.attach', file: chosen });
  };
  return (
    <form
      className="composer text-composer"
      aria-label="New text"
      onSubmit={(event) => {
        event.preventDefault();
        if (refusal === undefined && !isSending) send({ type: 'composer.send', sendAt: null });
      }}
    >
      <ComposerLine
        shown={shown}
        choices={choices}
        onChoose={(chosen) => send({ type: 'composer.choose', choices: chosen })}
        purpose={purpose}
        onPurpose={onPurpose}
      />
      <textarea
        ref={field}
        aria-label={`Text to ${name}`}
        placeholder={`Text ${firstNameOf(name)}`}
        rows={2}
        maxLength={TEXT_MAX}
        readOnly={isSending}
        value={text}
        onChange={(event) => send({ type: 'composer.type', text: event.currentTarget.value })}
        onPaste={(event: ClipboardEvent) => {
          const [pasted] = event.clipboardData.files;
          if (pasted === undefined) return;
          event.preventDefault();
          attach(pasted);
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          event.currentTarget.form?.requestSubmit();
        }}
      />
      {file === null ? null : (
        <AttachedFile file={file} onRemove={() => send({ type: 'composer.attach', file: null })} />
      )}
      {campaign === null || (campaign.follow === 0 && campaign.fileName === null) ? null : (
        <p className="row meta soft">
          {campaignNote(campaign)}
          <Button size="small" look="plain" onClick={() => send({ type: 'composer.fill', text, campaign: null })}>
            Send only this text
          </Button>
        </p>
      )}
      {problem === '' ? null : <Note tone="bad" title={problem} role="alert" />}
      {failure === null ? null : (
        <Note tone="bad" title={failure.fields['message_content']?.[0] ?? failure.message} role="alert">
          Not sent. Your text is kept.
        </Note>
      )}
      <div className="bot">
        {shown.contact === null ? null : (
          <TemplateButton
            contactId={shown.contact.id}
            onChosen={({ text: filled, ...chosen }) => {
              send({ type: 'composer.fill', text: filled, campaign: chosen });
              field.current?.focus();
            }}
          />
        )}
        <FieldsButton
          onField={(mark) => {
            const at = field.current?.selectionStart ?? text.length;
            send({ type: 'composer.type', text: `${text.slice(0, at)}${mark}${text.slice(at)}` });
            field.current?.focus();
          }}
        />
        <AttachButton onChosen={attach} />
        <output className="meta quiet not-small">{text !== '' && isKept ? 'Draft saved' : ''}</output>
        <span className="end row composer-send">
          <SegmentsCounter text={text} onPlain={(plain) => send({ type: 'composer.type', text: plain })} />
          <SendButtons
            composing={composing}
            refusal={refusal}
            canSchedule={shown.cannot_send === '' && isOpen}
            permission={permission}
            zone={zone}
            now={now}
          />
        </span>
      </div>
    </form>
  );
}

/** What a campaign text brings along: "From “Welcome” with card.png, which sends 2 more texts later." */
function campaignNote({ name, follow, fileName }: Campaign): string {
  const from = fileName === null ? `From “${name}”` : `From “${name}” with ${fileName}`;
  return follow === 0 ? `${from}.` : `${from}, which sends ${formatCounted(follow, 'more text', 'more texts')} later.`;
}
