import type { TemplateNote } from '#contract/email-templates.contract.ts';
import { capital } from '#rules/words/capital.ts';
import { Note } from '../_kit/display/Note.tsx';

/** Findings about a template: errors, which keep it from being saved, and suggestions. */
export function TemplateNotes({ notes }: { notes: readonly TemplateNote[] }) {
  const errors = notes.filter(({ severity }) => severity === 'error');
  const others = notes.filter(({ severity }) => severity === 'warning');
  return (
    <output className="whole template-notes">
      {errors.length === 0 ? null : (
        <Note tone="bad" title="Fix before saving">
          <Sentences of={errors} />
        </Note>
      )}
      {others.length === 0 ? null : (
        <Note tone="warn" title="Suggestions">
          <Sentences of={others} />
        </Note>
      )}
    </output>
  );
}

function Sentences({ of: notes }: { of: readonly TemplateNote[] }) {
  return (
    <ul>
      {notes.map(({ field, message }) => (
        <li key={`${field} ${message}`}>{field === 'body' ? capital(message) : `${capital(field)}: ${message}`}</li>
      ))}
    </ul>
  );
}
