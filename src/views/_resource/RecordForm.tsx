import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useBlocker } from '@tanstack/react-router';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { type FieldErrors, type FieldValues, type Resolver, useForm } from 'react-hook-form';
import type { input, output } from 'zod/v4/core';
import type { Endpoint } from '#contract/endpoint.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { type ChosenFile, fileFault } from './file-fault.ts';
import type { FormWrite } from './form-write.ts';
import { leavesRecord } from './leaves-record.ts';
import { blanksOf, FILE, type RecordParts, recordParts } from './record-parts.tsx';
import { type FormSchema, picked } from './record-schema.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';
import './record-form.css';

const AlertDialog = lazyPart(() => import('../_kit/overlays/AlertDialog.tsx'), 'AlertDialog');

export interface RecordFormProps<S extends FormSchema> {
  /** Names the form to screen readers. */
  title: string;
  /** Schema of the request body; other fields aren't sent. */
  schema: S;
  /** Stored values. Fields that the user hasn't touched follow them. */
  values: Partial<input<S>>;
  fields: (parts: RecordParts<input<S>>) => ReactNode;
  write: FormWrite<output<S>>;
  /** "Add policy"; `null`: read-only. */
  saveLabel: string | null;
  /** Gets the answer of the write. */
  onDone: (reply: unknown) => void;
  onClose: () => void;
  /** Above the buttons, such as the reason of a refused deletion. */
  children?: ReactNode;
  /** Left of the buttons, such as Delete. */
  aside?: ReactNode;
  /** Wraps the form, for example in a dialog; its close buttons call `leave` first. */
  frame: (form: ReactNode, leave: () => void) => ReactNode;
}

/**
 * One record as a form over a schema of the contract. What was typed stays when the server refuses it, and is not
 * discarded without a question. Load it lazily: it brings react-hook-form.
 */
export function RecordForm<S extends FormSchema>(props: RecordFormProps<S>) {
  const { title, schema, values, fields, write, saveLabel, onDone, onClose, children, aside, frame } = props;
  const [blanks] = useState(() => blanksOf(fields));
  const form = useForm<FieldValues, unknown, FieldValues>({
    resolver: besideFile(standardSchemaResolver<FieldValues, unknown, FieldValues>(schema), write.endpoint),
    values: { ...blanks, ...picked(schema, values) },
    resetOptions: { keepDirtyValues: true },
  });
  const { isDirty, dirtyFields } = form.formState;
  const isDone = useRef(false);
  const { invalidate } = useApp();
  const send = useSubmit(write.endpoint, {
    invalidates: write.invalidates,
    onDone: (reply) => {
      isDone.current = true;
      onDone(reply);
    },
    onFailed: ({ code, fields: messages }) => {
      if (isOutdated(code)) return invalidate(...write.invalidates);
      for (const [name, message] of placed(schema, messages, write.endpoint))
        form.setError(name, { type: 'server', message });
    },
  });
  const leaving = useLeaving(
    () => isDirty && !isDone.current,
    () => {
      isDone.current = true;
      onClose();
    },
  );

  const save = (read: FieldValues) => {
    const changed = Object.fromEntries(Object.entries(read).filter(([name]) => dirtyFields[name] !== undefined));
    const { file = null } = (form.getValues(FILE) ?? {}) as Partial<ChosenFile>;
    const args = write.argsOf(read as output<S>, changed as Partial<output<S>>, file);
    if (args === null) onClose();
    else send.submit(args);
  };

  return frame(
    <form
      noValidate
      className="record"
      aria-label={title}
      ref={focusFirst}
      onSubmit={(event) => void form.handleSubmit(save)(event)}
    >
      <fieldset className="record-form" disabled={saveLabel === null} aria-label={title}>
        {fields(recordParts(form as never) as unknown as RecordParts<input<S>>)}
        <Refusal error={send.state === 'failed' ? send.error : null} schema={schema} endpoint={write.endpoint} />
        {children}
      </fieldset>
      <footer className="record-end">
        {aside}
        <Button onClick={leaving.ask}>{saveLabel === null ? 'Close' : 'Cancel'}</Button>
        {saveLabel === null ? null : (
          <Button type="submit" look="primary" busy={send.state === 'submitting'}>
            {saveLabel}
          </Button>
        )}
      </footer>
      {leaving.question}
    </form>,
    leaving.ask,
  );
}

type FormResolver = Resolver<FieldValues, unknown, FieldValues>;

/** The file travels beside the body. One that is certain to be refused isn't sent. */
const besideFile =
  (resolve: FormResolver, { upload }: Endpoint): FormResolver =>
  async ({ [FILE]: chosen, ...values }, ...rest) => {
    const read = await resolve(values, ...rest);
    const message = chosen ? fileFault(chosen as ChosenFile, upload?.maxBytes ?? Number.POSITIVE_INFINITY) : null;
    if (message === null) return read;
    return { values: {}, errors: { ...read.errors, [FILE]: { type: 'file', message } } as FieldErrors };
  };

/** True for a refusal because the record has changed since it was loaded. */
const isOutdated = (code: string): boolean => code === 'contact_changed' || code === 'record_changed';

interface RefusalProps {
  error: { readonly message: string; readonly code: string; readonly fields: Messages } | null;
  schema: FormSchema;
  endpoint: Endpoint;
}

/** Shows the server's refusal, unless a field shows it. */
function Refusal({ error, schema, endpoint }: RefusalProps) {
  if (error === null) return null;
  if (isOutdated(error.code))
    return (
      <Note tone="warn" title={error.message} role="alert">
        Your changes are kept. Save again to replace the stored version.
      </Note>
    );
  if (placed(schema, error.fields, endpoint).length > 0) return null;
  return (
    <Note tone="bad" title={error.message} role="alert">
      Your changes are kept.
    </Note>
  );
}

type Messages = Readonly<Record<string, readonly string[]>>;

/** Returns the first message of each field, in whatever object of the body the field is; in a list, by its path. */
const placed = (
  { shape }: FormSchema,
  messages: Messages,
  { upload }: Endpoint,
): readonly [name: string, message: string][] =>
  Object.entries(messages).flatMap(([path, [message]]) => {
    const name = path.split('.').at(-1) ?? path;
    if (message === undefined) return [];
    if (name === FILE || name === upload?.field) return [[FILE, message]];
    if (name in shape) return [[name, message]];
    return (path.split('.')[0] ?? '') in shape ? [[path, message]] : [];
  });

/** Opening a form means to fill it in. */
const focusFirst = (form: HTMLFormElement | null) =>
  form?.querySelector<HTMLElement>('input:enabled, select:enabled, textarea:enabled')?.focus();

/** Asks before discarding unsaved changes: on Cancel, a link, the browser's back button, or closing the tab. */
function useLeaving(isUnsaved: () => boolean, onLeave: () => void) {
  const [asking, setAsking] = useState(false);
  const blocked = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved() && leavesRecord(current, next),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  const isBlocked = blocked.status === 'blocked';
  return {
    ask: () => (isUnsaved() ? setAsking(true) : onLeave()),
    question:
      asking || isBlocked ? (
        <Suspense>
          <AlertDialog
            open
            title="Discard your changes?"
            confirmLabel="Discard"
            cancelLabel="Keep editing"
            destructive
            onConfirm={isBlocked ? blocked.proceed : onLeave}
            onCancel={() => {
              setAsking(false);
              if (isBlocked) blocked.reset();
            }}
          >
            <p>Your changes aren't saved and will be lost.</p>
          </AlertDialog>
        </Suspense>
      ) : null,
  };
}
