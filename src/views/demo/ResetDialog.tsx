import { useState } from 'react';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';

interface ResetDialogProps {
  onClose: () => void;
  onReset: () => void;
}

/** Asks to type the word before everything is deleted. */
export function ResetDialog({ onClose, onReset }: ResetDialogProps) {
  const [word, setWord] = useState('');
  const isSure = word.trim() === 'reset';
  return (
    <Dialog
      title="Reset the demo world?"
      open
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger-fill" refusal={isSure ? undefined : 'Type "reset" to confirm.'} onClick={onReset}>
            Reset demo world
          </Button>
        </>
      }
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (isSure) onReset();
        }}
      >
        <p>Resetting deletes all database content and files, then reloads the demo world. This takes a few seconds.</p>
        <TextField
          label={'Type "reset"'}
          autoComplete="off"
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a dialog focuses its first field
          autoFocus
          value={word}
          onChange={(event) => setWord(event.currentTarget.value)}
        />
      </form>
    </Dialog>
  );
}
