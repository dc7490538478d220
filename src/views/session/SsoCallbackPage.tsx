import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { brandOf } from '#brands/brand.ts';
import { useActors } from '../_base/app-context.ts';
import { useTold } from '../_base/use-told.ts';
import { PublicFrame } from '../_frame/PublicFrame.tsx';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';
import { failureWords } from './failure-words.ts';
import { SecondStep } from './SecondStep.tsx';

/** Result that the identity provider wrote into the address, or its error. */
export interface SsoQuery {
  readonly code?: string;
  readonly state?: string;
  readonly iss?: string;
  readonly error?: string;
}

const REFUSED = "Sign-in with your agency wasn't completed.";

/** Return page of the identity provider. Continues to the root by itself. */
export function SsoCallbackPage({ query, onEnter }: { query: SsoQuery; onEnter: () => void }) {
  const { boot, session } = useActors();
  const secondStep = useSelector(session, ({ children }) => children.secondStep);
  const failure = useSelector(session, ({ context }) => context.failure);
  const isRest = useSelector(session, (snapshot) => snapshot.hasTag('signedOut'));
  const isSignedIn = useSelector(session, (snapshot) => snapshot.hasTag('signedIn'));
  const [{ code, state, iss }] = useState(query);
  const isReadable = code !== undefined && state !== undefined;

  const isReturn = code !== undefined && state !== undefined;
  useTold(session, isReturn ? { type: 'session.returnFromSso', code, state, ...(iss !== undefined && { iss }) } : null);
  useEffect(() => {
    if (isSignedIn) onEnter();
  }, [isSignedIn, onEnter]);

  const brand = brandOf(boot.brand);
  if (secondStep !== undefined) {
    return (
      <PublicFrame brand={brand} title="Confirm it's you" intro="Your account requires a second step.">
        <SecondStep actor={secondStep} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame brand={brand} title={`Sign in to ${brand.name}`} intro="You're signing in with your agency's account.">
      {isReadable && !isRest ? (
        <SkeletonLines lines={3} label="Signing in" />
      ) : (
        <>
          <Note tone="bad" title={failure === null ? REFUSED : failureWords(failure)} role="alert" />
          <ButtonLink href="/login" look="primary" size="tall" wide>
            Back to sign-in
          </ButtonLink>
        </>
      )}
    </PublicFrame>
  );
}
