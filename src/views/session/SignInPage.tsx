import { useSelector } from '@xstate/react';
import { brandOf } from '#brands/brand.ts';
import { useActors } from '../_base/app-context.ts';
import { PublicFrame } from '../_frame/PublicFrame.tsx';
import { SecondStep } from './SecondStep.tsx';
import { SignInForm } from './SignInForm.tsx';

interface SignInPageProps {
  /** `app`: in the web view of an installed app, without links that lead out of it. */
  kind: 'page' | 'app';
}

/** Signs the user in. The guards decide where they go next. */
export function SignInPage({ kind }: SignInPageProps) {
  const { boot, session } = useActors();
  const secondStep = useSelector(session, ({ children }) => children.secondStep);
  const brand = brandOf(boot.brand);
  const frame = kind === 'app' ? 'app' : 'form';
  if (secondStep !== undefined) {
    return (
      <PublicFrame brand={brand} title="Confirm it's you" intro="Your account requires a second step." kind={frame}>
        <SecondStep actor={secondStep} />
      </PublicFrame>
    );
  }
  return (
    <PublicFrame brand={brand} title={`Sign in to ${brand.name}`} kind={frame}>
      <SignInForm isInApp={kind === 'app'} />
    </PublicFrame>
  );
}
