import { Lock } from 'lucide-react';
import { PageBar } from '../_frame/PageBar.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';

/** In place of a page that the role does not include. */
export function NotForYou({ reason }: { reason: string }) {
  return (
    <>
      <PageBar title="Not for you" />
      <EmptyState
        icon={Lock}
        title="This page is not for you"
        text={reason}
        action={<ButtonLink href="/">Go to the start</ButtonLink>}
      />
    </>
  );
}
