import type { FieldChoice, MergedField, MergePreview } from '#contract/duplicates.contract.ts';
import { type MergeCommand, type MergeWish, survivingId } from '../../machines/duplicates/merge-context.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { useFocusKept } from '../_kit/format/use-focus-kept.ts';
import { ContactHead } from './ContactHead.tsx';
import { distinctName, FIELD_WORDS } from './duplicate-words.ts';
import { SideBySide, type SideRow } from './SideBySide.tsx';

interface MergeChoicesProps {
  preview: MergePreview;
  wish: MergeWish;
  /** Fields that someone else has changed since. */
  changed: readonly MergedField[];
  busy: boolean;
  onAsk: (command: MergeCommand) => void;
}

/** The contacts in columns: the survivor, and the value to keep for each field that differs. */
export function MergeChoices({ preview, wish, changed, busy, onAsk }: MergeChoicesProps) {
  // In the order in which they were chosen, so that no column moves.
  const contacts = wish.ids.flatMap((id) => preview.contacts.filter((contact) => contact.id === id));
  const fields = preview.fields.filter(({ values }) => new Set(values.map(({ text }) => text)).size > 1);
  const frame = useFocusKept<HTMLDivElement>('.sides-out', 'input[type=radio]');
  const survivorId = wish.survivorId ?? preview.survivor_id;
  const columns = contacts.map((contact) => {
    const { id } = contact;
    const name = distinctName(contact, contacts);
    const head = (
      <ContactHead contact={contact} name={name}>
        {contacts.length > 2 ? (
          <Button
            size="small"
            className="sides-out"
            disabled={busy}
            aria-label={`Exclude ${name}`}
            onClick={() => onAsk({ type: 'merge.omit', id })}
          >
            Exclude
          </Button>
        ) : null}
      </ContactHead>
    );
    return { id, name, head };
  });
  const nameOf = (id: number) => columns.find((column) => column.id === id)?.name ?? '';
  const survivor: SideRow = {
    key: 'survivor',
    label: 'Keep',
    cells: columns.map(({ id, name }) => (
      <Choice
        key={id}
        name="survivor"
        label={`Keep: ${name}`}
        checked={id === survivorId}
        disabled={busy}
        onChoose={() => onAsk({ type: 'merge.keep', id })}
      >
        {id === survivorId ? 'Keeping this contact' : 'Keep this contact'}
      </Choice>
    )),
  };
  const rowOf = (choice: FieldChoice): SideRow => ({
    key: choice.field,
    label: labelOf(wish, choice, changed),
    cells: columns.map(({ id }) => {
      const text = textOf(choice, id);
      return (
        <Choice
          key={id}
          name={choice.field}
          label={`${FIELD_WORDS[choice.field]}: ${text || 'none'}, from ${nameOf(id)}`}
          checked={survivingId(wish, choice) === id && !isOutvoted(wish, choice)}
          disabled={busy}
          onChoose={() => onAsk({ type: 'merge.choose', field: choice.field, id })}
        >
          {text || <span className="quiet">None</span>}
        </Choice>
      );
    }),
  });
  return (
    <div ref={frame}>
      <Card title="Side by side" className="merge-choices">
        <SideBySide label="Fields that differ" columns={columns} rows={[survivor, ...fields.map(rowOf)]} />
        {fields.length === 0 ? <p className="pad soft">All fields match.</p> : null}
      </Card>
    </div>
  );
}

/** Value of a field in one contact. */
const textOf = ({ values }: FieldChoice, id: number): string =>
  values.find(({ contact_id }) => contact_id === id)?.text ?? '';

/** The surviving value differs from the chosen contact's. Unknown until the choice is previewed. */
const isOutvoted = (wish: MergeWish, choice: FieldChoice): boolean =>
  survivingId(wish, choice) === choice.from_id && textOf(choice, choice.from_id) !== choice.text;

/** The field; and its result, where it takes another field's value: a phone number that lost its place. */
function labelOf(wish: MergeWish, choice: FieldChoice, changed: readonly MergedField[]): string {
  const { field, text } = choice;
  return [
    FIELD_WORDS[field],
    ...(changed.includes(field) ? ['changed'] : []),
    ...(isOutvoted(wish, choice) ? [`becomes ${text || 'empty'}`] : []),
  ].join(', ');
}

interface ChoiceProps {
  name: string;
  /** Accessible label: the field, the value and its contact. */
  label: string;
  checked: boolean;
  disabled: boolean;
  onChoose: () => void;
  children: React.ReactNode;
}

function Choice({ name, label, checked, disabled, onChoose, children }: ChoiceProps) {
  return (
    <label className="sides-choice">
      <input
        type="radio"
        name={`merge-${name}`}
        className="check radio"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={onChoose}
      />
      <span className="grow">{children}</span>
    </label>
  );
}
