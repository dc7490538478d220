import { useRef } from 'react';
import { type EditedField, textOf } from '../../../machines/contacts/field-edits.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import type { SelectOption } from '../../_kit/controls/SelectField.tsx';
import { labelOf, shownText } from './contact-fields.ts';
import type { ContactEdits } from './use-field-edits.ts';

interface FieldConflictProps {
  field: EditedField;
  edits: ContactEdits;
  /** Of a choice: what its ids are called. */
  options?: readonly SelectOption[];
}

/** Two people have changed one field: the person at the page says whose value stays. */
export function FieldConflict({ field, edits, options = [] }: FieldConflictProps) {
  const said = (typed: string) =>
    (options.find(({ value }) => value === typed)?.label ?? shownText(field, typed)) || 'Empty';
  const mine = said(edits.byField[field]?.typed ?? '');
  const theirs = said(textOf(edits.stored, field));
  const frame = useRef<HTMLFieldSetElement>(null);
  /** The value is displayed again afterwards and has the focus. */
  const decide = (type: 'field.keepMine' | 'field.giveUp') => {
    const place = frame.current?.parentElement;
    edits.actor.send({ type, field });
    queueMicrotask(() => place?.querySelector<HTMLElement>(options.length > 0 ? 'select' : '.edit-value')?.focus());
  };
  return (
    <fieldset ref={frame} className="field-conflict" aria-label={`${labelOf(field)}: conflicting changes`}>
      <p className="meta" role="alert">
        Someone else changed this field.
      </p>
      <dl>
        <dt>Yours</dt>
        <dd>{mine}</dd>
        <dt>Theirs</dt>
        <dd>{theirs}</dd>
      </dl>
      <div className="row">
        <Button size="small" onClick={() => decide('field.keepMine')}>
          Keep yours
        </Button>
        <Button size="small" look="plain" onClick={() => decide('field.giveUp')}>
          Use theirs
        </Button>
      </div>
    </fieldset>
  );
}
