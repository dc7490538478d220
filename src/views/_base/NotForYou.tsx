import { Lock } from 'lucide-react';
import { PageBar } from '../_frame/PageBar.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';

/** In place of a page that the role does not include. */
export function NotForYou({ reason }: { reason: string }) {
  return (
    <>
      <PageBar title="No access" />
      <EmptyState
        icon={Lock}
        title="You don't have access to this page"
        text={reason}
        action={<ButtonLink href="/">Go to home page</ButtonLink>}
      />
    </>
  );
}
