import { Compass } from 'lucide-react';
import { ButtonLink } from '../_kit/Button.tsx';
import { EmptyState } from '../_kit/EmptyState.tsx';

/** In place of an address that leads nowhere. */
export function NotFound() {
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        text="It may have been mistyped, or what was here is gone."
        action={<ButtonLink href="/">Go to the start</ButtonLink>}
      />
    </main>
  );
}
