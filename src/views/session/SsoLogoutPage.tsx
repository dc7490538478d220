import { useSelector } from '@xstate/react';
import { brandOf } from '#brands/brand.ts';
import { useActors } from '../_base/app-context.ts';
import { useTold } from '../_base/use-told.ts';
import { PublicFrame } from '../_frame/PublicFrame.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

/** Signs out users sent here by the identity provider. */
export function SsoLogoutPage() {
  const { boot, session } = useActors();
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const isOut = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));

  useTold(session, { type: 'session.open' });
  useTold(session, isSignedIn ? { type: 'session.signOut' } : null);

  const brand = brandOf(boot.brand);
  return (
    <PublicFrame brand={brand} title={isOut ? "You're signed out" : 'Signing out'} intro={brand.name}>
      {isOut ? (
        <ButtonLink href="/login" look="primary" size="tall" wide>
          Sign in again
        </ButtonLink>
      ) : (
        <SkeletonLines lines={2} label="Signing out" />
      )}
    </PublicFrame>
  );
}
