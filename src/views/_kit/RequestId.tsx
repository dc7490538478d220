import { Copy } from 'lucide-react';
import { Button } from './Button.tsx';

interface RequestIdProps {
  id: string;
  onCopy: (id: string) => void;
  /** Set once it is on the clipboard. */
  copied?: boolean;
}

/** The number that the log has too. */
export function RequestId({ id, onCopy, copied = false }: RequestIdProps) {
  return (
    <p className="rid meta">
      Request <code>{id}</code>
      <Button look="plain" size="small" icon={Copy} onClick={() => onCopy(id)}>
        <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
      </Button>
    </p>
  );
}
