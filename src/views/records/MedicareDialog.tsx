import { useState } from 'react';
import { type Contact, readContact } from '#contract/contacts.contract.ts';
import {
  importMedicare,
  MEDICARE_TEXT_MAX,
  type MedicareField,
  type MedicareImported,
  readMedicare,
} from '#contract/records/medicare.contract.ts';
import { listSealedFields } from '#contract/records/sealed-fields.contract.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Checkbox } from '../_kit/controls/Checkbox.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { DropFile } from '../_kit/controls/DropFile.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextArea } from '../_kit/controls/TextField.tsx';
import { MEDICARE_WORDS } from './medicare-words.ts';

interface MedicareDialogProps {
  contact: Contact;
  onClose: () => void;
}

/** Medicare's Blue Button text file, then the fields it filled and those it left. The text stays in this dialog. */
export function MedicareDialog({ contact, onClose }: MedicareDialogProps) {
  const [text, setText] = useState('');
  const [told, setTold] = useState<MedicareImported | null>(null);
  const [chosen, setChosen] = useState<readonly MedicareField[]>([]);
  const send = useSubmit(importMedicare, {
    invalidates: [readMedicare, listSealedFields, readContact],
    onDone: ({ data }) => {
      setTold(data);
      setChosen([]);
    },
  });
  const submit = (overwrite: readonly MedicareField[] = []) =>
    send.submit({ params: { id: contact.id }, body: { text, overwrite: [...overwrite] } });
  const choose = (field: MedicareField, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, field] : chosen.filter((one) => one !== field));

  return (
    <Dialog title="Import from Medicare" open onClose={onClose} wide>
      {told === null ? (
        <div className="found-list">
          <DropFile
            title="Drop the text file here"
            text="Clients log in to Medicare.gov and choose “Download my data” as a text file."
            accept=".txt,text/plain"
            onFile={(file) => void file.slice(0, MEDICARE_TEXT_MAX).text().then(setText)}
          />
          <TextArea
            label="Or paste its text"
            rows={4}
            maxLength={MEDICARE_TEXT_MAX}
            value={text}
            autoComplete="off"
            spellCheck={false}
            error={send.error?.fields['text']?.[0] ?? send.error?.message}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
      ) : (
        <Told told={told} chosen={chosen} onChoose={choose} />
      )}
      <footer className="record-end">
        <Button onClick={onClose}>{told === null ? 'Cancel' : 'Done'}</Button>
        {told === null ? (
          <Button
            look="primary"
            busy={send.state === 'submitting'}
            {...(text.trim() ? {} : { refusal: 'Choose a file or paste its text first.' })}
            onClick={() => submit()}
          >
            Import
          </Button>
        ) : told.differing.length > 0 ? (
          <Button
            look="primary"
            busy={send.state === 'submitting'}
            {...(chosen.length > 0 ? {} : { refusal: 'Choose what to replace first.' })}
            onClick={() => submit(chosen)}
          >
            {chosen.length > 0 ? `Replace ${chosen.length}` : 'Replace'}
          </Button>
        ) : null}
      </footer>
    </Dialog>
  );
}

const named = (fields: readonly MedicareField[]) => fields.map((field) => MEDICARE_WORDS[field]).join(', ');

interface ToldProps {
  told: MedicareImported;
  chosen: readonly MedicareField[];
  onChoose: (field: MedicareField, isChosen: boolean) => void;
}

function Told({ told: { filled, same, differing, refused, not_understood: left }, chosen, onChoose }: ToldProps) {
  return (
    <div className="found-list">
      <Note
        tone={filled.length > 0 ? 'good' : 'info'}
        title={filled.length > 0 ? `Filled ${filled.length}` : 'No changes'}
      >
        {filled.length > 0 ? named(filled) : 'All information was already on file or kept as is.'}
      </Note>
      {same.length > 0 ? <p className="soft">Already up to date: {named(same)}.</p> : null}
      {differing.length > 0 ? (
        <section aria-label="Differences">
          <p className="med">Different values are on file. Choose what to replace.</p>
          <ul className="list">
            {differing.map(({ field, stored, found }) => (
              <li key={field}>
                <Checkbox checked={chosen.includes(field)} onCheckedChange={(isChosen) => onChoose(field, isChosen)}>
                  <b>{MEDICARE_WORDS[field]}</b>: “{stored}” becomes “{found}”
                </Checkbox>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {refused.map(({ field, reason }) => (
        <Note key={field} tone="warn" title={MEDICARE_WORDS[field]}>
          {reason}
        </Note>
      ))}
      {left.length > 0 ? (
        <details>
          <summary className="soft">Not imported: {left.length}</summary>
          <p className="meta quiet">{left.join(', ')}</p>
        </details>
      ) : null}
    </div>
  );
}
