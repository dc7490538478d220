import { Button } from '../_kit/controls/Button.tsx';
import { ErrorPanel } from '../_kit/states/ErrorPanel.tsx';

interface FailedProps {
  title: string;
  error: { readonly message: string; readonly requestId: string | null };
  onRetry: () => void;
}

export const Failed = ({ title, error, onRetry }: FailedProps) => (
  <ErrorPanel
    title={title}
    text={error.message}
    requestId={error.requestId}
    actions={<Button onClick={onRetry}>Try again</Button>}
  />
);
