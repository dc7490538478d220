import { EVENT_SCOPES, type EventScope } from '#contract/events.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Dialog } from '../_kit/overlays/Dialog.tsx';
import { SCOPE_LABELS } from './event-words.ts';

interface ScopeDialogProps {
  title: string;
  isRemoval: boolean;
  onChoose: (scope: EventScope) => void;
  onCancel: () => void;
}

/** Asks which events of a series are meant. */
export function ScopeDialog({ title, isRemoval, onChoose, onCancel }: ScopeDialogProps) {
  return (
    <Dialog
      title={isRemoval ? `Delete “${title}”?` : `Move “${title}”?`}
      open
      onClose={onCancel}
      footer={<Button onClick={onCancel}>Cancel</Button>}
    >
      <p>This event repeats. You can undo the change afterwards.</p>
      <div className="stack">
        {EVENT_SCOPES.map((scope) => (
          <Button key={scope} look={isRemoval ? 'danger' : 'default'} onClick={() => onChoose(scope)}>
            {SCOPE_LABELS[scope]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
