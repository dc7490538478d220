import { Search } from 'lucide-react';
import { use } from 'react';
import { FrameContext } from '../_frame/frame-slots.ts';
import { PageBar } from '../_frame/PageBar.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { EmptyState } from '../_kit/states/EmptyState.tsx';

/** In place of an address that leads nowhere, alone or within the frame. */
export function NotFound() {
  const isFramed = use(FrameContext) !== null;
  const nothing = (
    <>
      <PageBar title="Not found" />
      <EmptyState
        icon={Search}
        title="Page not found"
        text="The address may be wrong, or the page was removed."
        action={<ButtonLink href="/">Go to home page</ButtonLink>}
      />
    </>
  );
  return isFramed ? (
    nothing
  ) : (
    <main id="main" tabIndex={-1}>
      {nothing}
    </main>
  );
}
