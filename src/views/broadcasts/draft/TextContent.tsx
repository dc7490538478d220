import { Lock } from 'lucide-react';
import { useRef } from 'react';
import type { Broadcast } from '#contract/broadcasts/broadcast.contract.ts';
import { campaignTriggers, MAX_TRIGGER_BODY } from '#contract/campaign-triggers.contract.ts';
import { OPT_OUT_LINE, withOptOutLine } from '#rules/broadcasts/opt-out-line.ts';
import { countSegments, withPlainMarks } from '#rules/messages/segments.ts';
import type { BroadcastActor } from '../../../machines/broadcasts/broadcast.machine.ts';
import type { Draft, DraftEdits } from '../../../machines/broadcasts/broadcast-context.ts';
import { useResource } from '../../_base/use-resource.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { SelectField } from '../../_kit/controls/SelectField.tsx';
import { Card } from '../../_kit/display/Card.tsx';
import { Icon } from '../../_kit/display/Icon.tsx';
import { formatCount } from '../../_kit/format/format-count.ts';
import { FieldsButton } from '../../messages/composer/FieldsButton.tsx';
import { formatPeople } from '../broadcast-words.ts';
import { PictureField } from './PictureField.tsx';
import { useDryRun } from './use-dry-run.ts';

interface TextContentProps {
  actor: BroadcastActor;
  broadcast: Broadcast;
  draft: Draft;
  onEdit: (edits: DraftEdits, isTyped: boolean) => void;
}

/** The text with its merge fields, the opt-out line that can't be taken out, and its segments. */
export function TextContent({ actor, broadcast, draft, onEdit }: TextContentProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const { body } = draft;
  const isAdded = body.trim() === '' || withOptOutLine(body) !== body.trim();
  const insert = (mark: string) => {
    const at = field.current?.selectionStart ?? body.length;
    onEdit({ body: `${body.slice(0, at)}${mark}${body.slice(at)}` }, true);
    field.current?.focus();
  };
  return (
    <Card
      title="Text message"
      aside={
        <>
          <TextTemplates value={draft.templateId} onChosen={(id) => onEdit({ campaign_trigger_id: id }, false)} />
          <FieldsButton onField={insert} />
        </>
      }
    >
      <textarea
        ref={field}
        className="broadcast-text"
        aria-label="Text of the broadcast"
        placeholder="Write the text, or choose a template"
        rows={5}
        maxLength={MAX_TRIGGER_BODY}
        value={body}
        onChange={({ currentTarget }) => onEdit({ body: currentTarget.value }, true)}
      />
      <p className="broadcast-locked">
        <Icon of={Lock} />
        <span>{OPT_OUT_LINE}</span>
        <span className="meta quiet end">{isAdded ? 'always added' : 'already in your text'}</span>
      </p>
      <PictureField actor={actor} file={draft.file} onRemove={() => onEdit({ remove_file: true }, false)} />
      <Counter actor={actor} broadcast={broadcast} draft={draft} onPlain={(plain) => onEdit({ body: plain }, true)} />
    </Card>
  );
}

function TextTemplates({ value, onChosen }: { value: number | null; onChosen: (id: number) => void }) {
  const offered = useResource(campaignTriggers.smsChoices, { query: { show_on: 'bulk' } });
  const triggers = offered.data?.data ?? [];
  if (triggers.length === 0) return null;
  return (
    <SelectField
      label="Template"
      labelHidden
      value={triggers.some(({ id }) => id === value) ? String(value) : ''}
      options={[
        { value: '', label: 'Template' },
        ...triggers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget }) => (currentTarget.value === '' ? undefined : onChosen(Number(currentTarget.value)))}
    />
  );
}

interface CounterProps extends Pick<TextContentProps, 'actor' | 'broadcast'> {
  draft: Draft;
  onPlain: (text: string) => void;
}

/** Characters and segments once filled in; as written while that is not known yet. */
function Counter({ actor, broadcast, draft: { body, file }, onPlain }: CounterProps) {
  const { run, isEarlier } = useDryRun(actor, broadcast);
  const { units, segments, special } = countSegments(withOptOutLine(body));
  const plain = withPlainMarks(body);
  const isShorter = file === null && special.length > 0 && countSegments(withOptOutLine(plain)).segments < segments;
  const isKnown = run !== null && !isEarlier && run.by_segments.length > 0;
  return (
    <div className="broadcast-counter soft num">
      <span>{isKnown ? rangeWords(run.characters) : `${formatCount(units)} characters as written`}</span>
      {isShorter ? (
        <Button
          look="plain"
          size="small"
          title={`${special.join(' ')} makes each segment shorter`}
          onClick={() => onPlain(plain)}
        >
          Use plain marks
        </Button>
      ) : null}
      <span className="end">
        {file !== null
          ? 'One picture message each'
          : isKnown
            ? bySegmentsWords(run.by_segments)
            : segments === 0
              ? ''
              : segmentWords(segments)}
      </span>
    </div>
  );
}

const rangeWords = ({ least, most }: { least: number; most: number }): string =>
  least === most ? `${formatCount(most)} characters` : `${formatCount(least)} to ${formatCount(most)} characters`;

const segmentWords = (segments: number): string => `${segments} ${segments === 1 ? 'segment' : 'segments'}`;

/** "1 segment for 2,009 people, 2 for 31" */
const bySegmentsWords = (counts: readonly { segments: number; recipients: number }[]): string =>
  counts
    .map(({ segments, recipients }, at) =>
      at === 0
        ? `${segmentWords(segments)} for ${formatPeople(recipients)}`
        : `${segments} for ${formatCount(recipients)}`,
    )
    .join(', ');
