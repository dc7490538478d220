import { useState } from 'react';
import { addComplianceRule, type ComplianceRule, listComplianceRules } from '#contract/compliance.contract.ts';
import { utcDay } from '#rules/time/days.ts';
import { clockNow } from '../../store/demo-clock.ts';
import { useApp } from '../_base/use-app.ts';
import { useSubmit } from '../_base/use-submit.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { TextField } from '../_kit/controls/TextField.tsx';
import { bodyOf, draftAfter, emptyDraft, type RuleDraft } from './rule-draft.ts';
import { RuleReachFields } from './RuleReachFields.tsx';
import { RuleValueFields } from './RuleValueFields.tsx';

interface AddRuleDialogProps {
  /** The rule that it follows. `null`: none. */
  after: ComplianceRule | null;
  onClose: () => void;
}

/** A new rule of the account, from a day on. */
export function AddRuleDialog({ after, onClose }: AddRuleDialogProps) {
  const { toasts } = useApp();
  const [draft, setDraft] = useState<RuleDraft>(() => {
    const today = utcDay(clockNow());
    return after === null ? emptyDraft(today) : draftAfter(after, today);
  });
  const change = (next: Partial<RuleDraft>) => setDraft({ ...draft, ...next });
  const add = useSubmit(addComplianceRule, {
    invalidates: [listComplianceRules],
    onDone: ({ data }) => {
      toasts.show({
        tone: 'good',
        text: data.state === 'coming' ? 'Rule added. It takes effect later' : "Rule added. It's in effect now",
      });
      onClose();
    },
  });
  const fields = add.error?.fields ?? {};
  const errorOf = (name: string) => fields[name]?.[0];
  const text = (name: 'title' | 'source' | 'source_url', label: string, hint?: string) => (
    <div className="whole">
      <TextField
        label={label}
        hint={hint}
        value={draft[name]}
        autoComplete="off"
        error={errorOf(name)}
        onChange={(event) => change({ [name]: event.currentTarget.value })}
      />
    </div>
  );

  return (
    <Dialog title={after === null ? 'Add rule' : 'Add next rule'} open onClose={onClose}>
      <form
        className="form-grid rule-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          add.submit({ body: bodyOf(draft) });
        }}
      >
        <RuleReachFields draft={draft} change={change} errorOf={errorOf} />
        <RuleValueFields draft={draft} change={change} errorOf={errorOf} />
        {text('title', 'Rule summary')}
        {text('source', 'Source', 'The legal citation, or your own policy.')}
        {text('source_url', 'Source URL', 'Optional.')}
        <TextField
          label="Effective date"
          type="date"
          hint="Today or later"
          value={draft.starts_on}
          error={errorOf('starts_on')}
          onChange={(event) => change({ starts_on: event.currentTarget.value })}
        />
        <TextField
          label="End date"
          type="date"
          hint="Leave empty for no end date"
          value={draft.ends_on}
          error={errorOf('ends_on')}
          onChange={(event) => change({ ends_on: event.currentTarget.value })}
        />
        {add.error && Object.keys(fields).length === 0 ? (
          <div className="whole">
            <Note tone="bad" title={add.error.message} role="alert">
              Your changes are kept.
            </Note>
          </div>
        ) : null}
        <footer className="whole form-end">
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" look="primary" busy={add.state === 'submitting'}>
            Add rule
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
