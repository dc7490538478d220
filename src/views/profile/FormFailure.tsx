import { Note } from '../_kit/display/Note.tsx';

/** Error of a call or of a machine. */
export interface Failed {
  readonly message: string;
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

interface FormFailureProps {
  failure: Failed | null;
  /** Request fields with messages next to their inputs. */
  shown?: readonly string[];
}

/** Messages that no field of the form displays. */
export function FormFailure({ failure, shown = [] }: FormFailureProps) {
  if (failure === null || shown.some((field) => field in failure.fields)) return null;
  return <Note tone="bad" title={failure.message} role="alert" />;
}
