import { FileUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { classes } from '../format/class-names.ts';
import { Icon } from '../display/Icon.tsx';

interface DropFileProps {
  title: string;
  text: ReactNode;
  buttonLabel?: string;
  /** The file input's accept attribute: ".csv,text/csv". */
  accept?: string;
  error?: string | undefined;
  busy?: boolean;
  onFile: (file: File) => void;
}

/** A place to drop one file; the button does the same without dragging. */
export function DropFile(props: DropFileProps) {
  const { title, text, buttonLabel = 'Choose a file', accept, error, busy = false, onFile } = props;
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = useId();

  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !busy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the button below does the same by keyboard
    <section
      className={classes('drop', over && 'is-over', error !== undefined && 'is-bad')}
      aria-labelledby={id}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={drop}
    >
      <Icon of={FileUp} />
      <h2 id={id}>{over ? 'Drop file here' : title}</h2>
      <p>{text}</p>
      <p role="alert" className="bad-t">
        {error}
      </p>
      <Button look="primary" busy={busy} onClick={() => input.current?.click()}>
        {buttonLabel}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          take(event.currentTarget.files);
          // The same file, mended, can be chosen again.
          event.currentTarget.value = '';
        }}
      />
    </section>
  );
}
