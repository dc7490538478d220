import { useSelector } from '@xstate/react';
import { Clock, Paperclip, X } from 'lucide-react';
import { type ClipboardEvent, Suspense, useRef, useState } from 'react';
import {
  type ConversationShown,
  type Text,
  TEXT_FILE_MAX_BYTES,
  TEXT_FILE_TYPES,
  TEXT_MAX,
} from '#contract/messages/text.contract.ts';
import type { Recipient } from '../../../machines/messages/composer.machine.ts';
import { textDraftsStore } from '../../../store/text-drafts.store.ts';
import { useApp } from '../../_base/use-app.ts';
import { useEmitted } from '../../_base/use-emitted.ts';
import { usePageMachine } from '../../_base/use-page-machine.ts';
import { usePageMachines } from '../../_base/use-page-machines.ts';
import { useTold } from '../../_base/use-told.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { lazyPart } from '../../_kit/states/lazy-part.ts';
import { sizeOf } from '../../files/file-words.ts';
import { firstNameOf, momentText } from '../message-words.ts';
import { bothTimes, type Permission, type TextPurpose } from '../thread/permission.ts';
import { ComposerLine } from './ComposerLine.tsx';
import { FieldsButton } from './FieldsButton.tsx';
import { SegmentsCounter } from './SegmentsCounter.tsx';
import { useNow } from '../../_base/use-now.ts';
import { IANA_ZONES } from '#rules/time/time-zone.ts';
import '../../timeline/timeline.css';

const ScheduleDialog = lazyPart(() => import('./ScheduleDialog.tsx'), 'ScheduleDialog');

interface TextComposerProps {
  shown: ConversationShown;
  name: string;
  purpose: TextPurpose;
  onPurpose: (purpose: TextPurpose) => void;
  permission: Permission | null;
  onSent?: (text: Text) => void;
}

const ACCEPT = [...TEXT_FILE_TYPES, 'jpeg'].map((type) => `.${type}`).join(',');
/** By its extension: the server looks inside. */
const ofType = ({ name }: File): boolean => {
  const extension = name.toLowerCase().split('.').at(-1) ?? '';
  return TEXT_FILE_TYPES.some((type) => type === (extension === 'jpeg' ? 'jpg' : extension));
};

/** One text being written. Ctrl or Cmd with Enter sends it. */
export function TextComposer({ shown, name, purpose, onPurpose, permission, onSent }: TextComposerProps) {
  const { toasts, user } = useApp();
  const zone = IANA_ZONES[user.timezone];
  const now = useNow();
  const machines = usePageMachines();
  const { conversation, contact } = shown;
  const recipient: Recipient =
    conversation === null ? { contact_id: contact?.id ?? 0 } : { conversation_id: conversation.id };
  const [key] = useState(() => `text:${contact === null ? `conversation-${conversation?.id}` : contact.id}`);
  const [input] = useState(() => ({
    newKey: machines.newKey,
    recipient,
    text: textDraftsStore.getSnapshot().context.texts[key] || shown.draft,
    kept: shown.draft,
    choices: { from: '', to: '', purpose },
  }));
  const actor = usePageMachine(
    machines.composer.provide({
      actions: { keepHere: (_, { text }) => textDraftsStore.trigger.written({ key, text }) },
    }),
    { input },
  );
  const { send } = actor;
  useTold(actor, { type: 'composer.told', id: conversation?.id ?? null });
  useTold(actor, { type: 'composer.choose', choices: { purpose } });
  const { text, file, choices, failure } = useSelector(actor, ({ context }) => context);
  const isSending = useSelector(actor, (snapshot) => snapshot.hasTag('sending'));
  const isKept = useSelector(actor, (snapshot) => snapshot.hasTag('kept'));
  const [isScheduling, setScheduling] = useState(false);
  const [refusedFile, setRefusedFile] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  useEmitted(actor, 'text.sent', ({ text: sent }) => {
    onSent?.(sent);
    if (sent.status !== 'held') return;
    const until = sent.held_until === null ? '' : ` for ${momentText(sent.held_until, zone, now)}`;
    toasts.show({ tone: 'info', text: `Text scheduled${until}` });
  });

  const attach = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const problem = !ofType(chosen)
      ? 'Carriers don’t pass on this kind of file. Use a picture, PDF, sound or plain text.'
      : chosen.size > TEXT_FILE_MAX_BYTES
        ? `Use a file of at most ${sizeOf(TEXT_FILE_MAX_BYTES)}.`
        : '';
    setRefusedFile(problem);
    if (problem === '') send({ type: 'composer.attach', file: chosen });
  };
  const refusal = refusalOf({ shown, permission, isEmpty: text.trim() === '' && file === null });
  const canSchedule = shown.cannot_send === '' && (permission?.is === 'allowed' || permission?.is === 'later');
  const submit = (sendAt: string | null) => send({ type: 'composer.send', sendAt });

  return (
    <>
      <form
        className="composer text-composer"
        aria-label="New text"
        onSubmit={(event) => {
          event.preventDefault();
          if (refusal === undefined && !isSending) submit(null);
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
          <p className="composer-file">
            <Icon of={Paperclip} />
            <span className="cut">{file.name}</span>
            <span className="meta quiet">{sizeOf(file.size)}</span>
            <IconButton
              icon={X}
              size="small"
              label={`Remove ${file.name}`}
              onClick={() => send({ type: 'composer.attach', file: null })}
            />
          </p>
        )}
        {refusedFile === '' ? null : <Note tone="bad" title={refusedFile} role="alert" />}
        {failure === null ? null : (
          <Note tone="bad" title={failure.fields['message_content']?.[0] ?? failure.message} role="alert">
            Not sent. Your text is kept.
          </Note>
        )}
        <div className="bot">
          <FieldsButton
            onField={(mark) => {
              const at = field.current?.selectionStart ?? text.length;
              send({ type: 'composer.type', text: `${text.slice(0, at)}${mark}${text.slice(at)}` });
              field.current?.focus();
            }}
          />
          <IconButton icon={Paperclip} size="small" label="Attach a file" onClick={() => picker.current?.click()} />
          <input
            ref={picker}
            type="file"
            accept={ACCEPT}
            aria-label="File to attach"
            hidden
            onChange={(event) => {
              attach(event.currentTarget.files?.[0]);
              event.currentTarget.value = '';
            }}
          />
          <output className="meta quiet not-small">{text !== '' && isKept ? 'Draft saved' : ''}</output>
          <span className="end row composer-send">
            <SegmentsCounter text={text} onPlain={(plain) => send({ type: 'composer.type', text: plain })} />
            {permission?.is === 'later' && canSchedule ? (
              <Button
                icon={Clock}
                busy={isSending}
                refusal={text.trim() === '' && file === null ? 'write a text first' : undefined}
                onClick={() => submit(permission.sendAt)}
              >
                Send {bothTimes(permission.sendAt, zone, zone, now)}
              </Button>
            ) : null}
            <span className="group">
              <Button type="submit" look="primary" busy={isSending} refusal={refusal}>
                Send text
              </Button>
              <Button
                icon={Clock}
                aria-label="Send later"
                title="Send later"
                refusal={
                  canSchedule ? (text.trim() === '' && file === null ? 'write a text first' : undefined) : refusal
                }
                onClick={() => setScheduling(true)}
              />
            </span>
          </span>
        </div>
      </form>
      <Suspense>
        {isScheduling ? (
          <ScheduleDialog
            zone={zone}
            onClose={() => setScheduling(false)}
            onChosen={(at) => {
              setScheduling(false);
              submit(at);
            }}
          />
        ) : null}
      </Suspense>
    </>
  );
}

interface Refusing {
  shown: ConversationShown;
  permission: Permission | null;
  isEmpty: boolean;
}

/** Why it can't be sent now. */
function refusalOf({ shown, permission, isEmpty }: Refusing): string | undefined {
  if (shown.cannot_send !== '') return shown.cannot_send;
  if (permission === null) return 'no number to text';
  if (permission.is !== 'allowed') return permission.title;
  return isEmpty ? 'write a text first' : undefined;
}
