import { ChevronDown, ChevronUp, Paperclip } from 'lucide-react';
import { previewRecipient } from '#contract/broadcasts.contract.ts';
import type { Broadcast, RecipientPreview } from '#contract/broadcasts/broadcast.contract.ts';
import { useNow } from '../../_base/use-now.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { IconButton } from '../../_kit/controls/IconButton.tsx';
import { Avatar } from '../../_kit/display/Avatar.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Note } from '../../_kit/display/Note.tsx';
import { StatusWord } from '../../_kit/display/StatusWord.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { formatWhen } from '../../_kit/format/format-when.ts';
import { SkeletonLines } from '../../_kit/states/Skeleton.tsx';
import { SimpleHtml } from '../../email-templates/SimpleHtml.tsx';
import { addressWords, zoneWords } from '../broadcast-words.ts';

interface PreviewCardProps {
  broadcast: Broadcast;
  /** `null`: the first who will get it. */
  position: number | null;
  onPosition: (position: number) => void;
}

/** The saved message as one real recipient reads it, with arrows to the others. */
export function PreviewCard({ broadcast, position, onPosition }: PreviewCardProps) {
  const preview = useResource(
    previewRecipient,
    { params: { id: broadcast.id }, query: position === null ? {} : { position } },
    { version: broadcast.version },
  );
  const shown = preview.data?.data ?? null;
  return (
    <section className="card preview" aria-label="As one person reads it">
      <header>
        <h2>As one person reads it</h2>
        {shown === null ? null : (
          <span className="end row">
            <span className="num quiet meta" aria-live="polite">
              {formatCount(shown.index)} of {formatCount(shown.total)}
            </span>
            <Turn label="Previous person" to={shown.previous} icon={ChevronUp} onPosition={onPosition} />
            <Turn label="Next person" to={shown.next} icon={ChevronDown} onPosition={onPosition} />
          </span>
        )}
      </header>
      <div className="pad">
        {preview.pending ? <SkeletonLines lines={5} label="Loading preview" /> : null}
        {preview.error && preview.data === null ? (
          <p role="alert">
            {preview.error.message}{' '}
            <Button size="small" onClick={preview.reload}>
              Try again
            </Button>
          </p>
        ) : null}
        {preview.data !== null && shown === null ? <p className="quiet">No one will get it.</p> : null}
        {shown === null ? null : <Message preview={shown} broadcast={broadcast} />}
      </div>
    </section>
  );
}

interface TurnProps {
  label: string;
  /** `null`: there is no one more. */
  to: number | null;
  icon: typeof ChevronUp;
  onPosition: (position: number) => void;
}

const Turn = ({ label, to, icon, onPosition }: TurnProps) => (
  <IconButton
    size="small"
    icon={icon}
    label={label}
    aria-disabled={to === null}
    onClick={() => (to === null ? undefined : onPosition(to))}
  />
);

function Message({ preview, broadcast }: { preview: RecipientPreview; broadcast: Broadcast }) {
  const {
    channel,
    content: { file },
  } = broadcast;
  const { recipient, subject, text, html, empty, segments, special, zones, would_go_at } = preview;
  const name = recipient.contact?.name || 'A contact without a name';
  const now = useNow();
  const [zone] = zones;
  const place = [recipient.contact?.city, recipient.contact?.state].filter(Boolean).join(', ');
  return (
    <>
      <div className="row">
        <Avatar name={name} />
        <div className="grow">
          <p className="med">{name}</p>
          <p className="meta soft">
            {[addressWords(recipient.address), place, zone === undefined ? '' : zoneWords(zone)]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
      </div>
      <div className="handset">
        <p className="meta quiet handset-when">
          {would_go_at === null
            ? 'Not on that day'
            : `${formatWhen(would_go_at, zone ?? 'America/New_York', now)} their time`}
        </p>
        {subject === '' ? null : <p className="med">{subject}</p>}
        {file === null ? null : (
          <p className="row soft">
            <Icon of={Paperclip} />
            <span className="cut">{file.name}</span>
          </p>
        )}
        {text.trim() === '' && html === null ? (
          <p className="quiet">Nothing written yet.</p>
        ) : html === null ? (
          <p className={channel === 'text' ? 'handset-text' : 'template-text'}>{text}</p>
        ) : (
          <SimpleHtml html={html} />
        )}
      </div>
      {empty.length === 0 ? null : (
        <Note tone="warn" title="Held back">
          {empty.join(' and ')} {empty.length === 1 ? 'is' : 'are'} empty for this person.
        </Note>
      )}
      {channel === 'text' && file === null && segments > 0 ? (
        <p>
          <StatusWord {...(segments > 1 && { tone: 'warn' as const })}>
            {segments === 1 ? '1 segment' : `${segments} segments`}
            {segments > 1 && special.length > 0 ? `, because of ${special.join(' ')}` : ''}
          </StatusWord>
        </p>
      ) : null}
    </>
  );
}
