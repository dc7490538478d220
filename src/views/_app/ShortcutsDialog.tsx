import { useSelector } from '@xstate/store-react';
import { Fragment } from 'react';
import { shortcutsStore } from '../../store/shortcuts.store.ts';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Kbd } from '../_kit/display/Kbd.tsx';
import { Link } from '../_kit/display/Link.tsx';

interface ShortcutsDialogProps {
  /** Pages and the letter after g that leads there. */
  places: readonly { label: string; goto: string }[];
  hasPhone: boolean;
  hasMax: boolean;
  onClose: () => void;
}

type Keys = readonly (readonly [keys: string, what: string])[];

const EVERYWHERE: Keys = [
  ['Ctrl K', 'Search contacts, pages and actions'],
  ['?', 'Keyboard shortcuts'],
];

const IN_LISTS: Keys = [
  ['j ↓', 'Next row'],
  ['k ↑', 'Previous row'],
  ['Enter', 'Open the row'],
  ['x', 'Select the row'],
  ['c', 'Call the row'],
  ['/', 'Search'],
  ['n', 'Add new'],
  ['Esc', 'Clear the selection'],
];

const ON_A_CONTACT: Keys = [
  ['j', 'Next contact in the list'],
  ['k', 'Previous contact in the list'],
  ['← →', 'Switch tabs'],
];

const ON_THE_PHONE: Keys = [
  ['Ctrl .', 'Open or minimize the phone'],
  ['Ctrl Shift A', 'Answer'],
  ['Ctrl Shift D', 'Decline'],
  ['Ctrl Shift M', 'Mute or unmute'],
  ['Ctrl Shift H', 'Hang up'],
  ['Ctrl Shift 1', 'Choose the first outcome of a call, 2 the second, and so on'],
];

const IN_MAX: Keys = [
  ['Ctrl ,', 'Open or minimize MAX'],
  ['1 Enter', 'Choose the first contact; press 2, 3 and so on for the others'],
  ['Enter', 'Send the message'],
  ['Shift Enter', 'New line'],
  ['Esc', 'Stay here or minimize MAX'],
];

const IN_FIELDS: Keys = [
  ['Enter', 'Save the value'],
  ['Esc', 'Discard the change'],
  ['Ctrl Enter', 'Save the note'],
];

/** All keys, and the switch for those whose letters are not commands. */
export function ShortcutsDialog({ places, hasPhone, hasMax, onClose }: ShortcutsDialogProps) {
  const { singleKeys } = useSelector(shortcutsStore, ({ context }) => context);
  return (
    <Dialog title="Keyboard shortcuts" open onClose={onClose}>
      <KeyList title="Everywhere" keys={EVERYWHERE} />
      <KeyList title="Go to" keys={places.map(({ label, goto }) => [`g ${goto}`, label])} />
      <KeyList title="In lists" keys={IN_LISTS} />
      <KeyList title="On a contact" keys={ON_A_CONTACT} />
      {hasPhone ? <KeyList title="On the phone" keys={ON_THE_PHONE} /> : null}
      {hasMax ? <KeyList title="In MAX" keys={IN_MAX} /> : null}
      <KeyList title="In fields" keys={IN_FIELDS} />
      <Checkbox checked={singleKeys} onCheckedChange={(next) => shortcutsStore.trigger.switched({ singleKeys: next })}>
        Use single-letter shortcuts
      </Checkbox>
      <p>
        <Link href="/help/the-screen#keyboard-shortcuts" onClick={onClose}>
          More in Help
        </Link>
      </p>
    </Dialog>
  );
}

function KeyList({ title, keys }: { title: string; keys: Keys }) {
  return (
    <section className="keys" aria-label={title}>
      <h3>{title}</h3>
      <dl>
        {keys.map(([key, what]) => (
          <Fragment key={key}>
            <dt>
              <Kbd keys={key} />
            </dt>
            <dd>{what}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
