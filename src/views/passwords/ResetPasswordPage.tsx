import { useSelector } from '@xstate/react';
import { type ReactNode, useState } from 'react';
import { brandOf } from '#brands/brand.ts';
import { RESET_MIN } from '#contract/passwords.contract.ts';
import type { PasswordResetActor } from '../../machines/passwords/password-reset.machine.ts';
import { useActors } from '../_base/app-context.ts';
import { usePageMachine } from '../_base/use-page-machine.ts';
import { usePageMachines } from '../_base/use-page-machines.ts';
import { PublicFrame } from '../_frame/PublicFrame.tsx';
import { Button, ButtonLink } from '../_kit/controls/Button.tsx';
import { Link } from '../_kit/display/Link.tsx';
import { Note } from '../_kit/display/Note.tsx';
import { AskForm } from './AskForm.tsx';
import { ChooseForm } from './ChooseForm.tsx';

/** A forgotten password: requests an e-mail, and with its token sets a new one. */
export function ResetPasswordPage({ token }: { token: string | null }) {
  const { boot } = useActors();
  const [given] = useState(token);
  const actor = usePageMachine(usePageMachines().passwordReset, { input: { token: given } });
  const state = useSelector(actor, (snapshot) => snapshot.value);
  const { title, intro, content } = faceOf(state, actor);
  return (
    <PublicFrame brand={brandOf(boot.brand)} title={title} intro={intro}>
      {content}
    </PublicFrame>
  );
}

interface Face {
  readonly title: string;
  readonly intro: string;
  readonly content: ReactNode;
}

function faceOf(state: string, actor: PasswordResetActor): Face {
  switch (state) {
    case 'sent':
      return {
        title: 'Check your e-mail',
        intro: `If an account matches, we've sent instructions. The link works for ${RESET_MIN} minutes.`,
        content: (
          <>
            <ToSignIn />
            <Button size="tall" wide onClick={() => actor.send({ type: 'reset.again' })}>
              Request another link
            </Button>
          </>
        ),
      };
    case 'choosing':
    case 'saving':
      return {
        title: 'Choose a new password',
        intro: 'This signs you out of your other sessions.',
        content: <ChooseForm actor={actor} />,
      };
    case 'saved':
      return {
        title: 'Password changed',
        intro: 'Sign in with your new password. All other sessions have ended.',
        content: (
          <>
            <SavedFor actor={actor} />
            <ToSignIn />
          </>
        ),
      };
    case 'dead':
      return {
        title: 'This link has expired',
        intro: `Each link works once and for ${RESET_MIN} minutes.`,
        content: (
          <Button look="primary" size="tall" wide onClick={() => actor.send({ type: 'reset.again' })}>
            Request a new link
          </Button>
        ),
      };
    default:
      return {
        title: 'Reset your password',
        intro: "We'll e-mail you a link to choose a new password.",
        content: (
          <>
            <AskForm actor={actor} />
            <p>
              <Link href="/login">Back to sign-in</Link>
            </p>
          </>
        ),
      };
  }
}

function SavedFor({ actor }: { actor: PasswordResetActor }) {
  const username = useSelector(actor, ({ context }) => context.username);
  return (
    <Note tone="good" title="Saved">
      Your username is <span className="strong">{username}</span>.
    </Note>
  );
}

const ToSignIn = () => (
  <ButtonLink href="/login" look="primary" size="tall" wide>
    Go to sign-in
  </ButtonLink>
);
