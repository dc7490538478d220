import { useSelector } from '@xstate/react';
import { Suspense } from 'react';
import { debtFactsOf, debtsOf } from '#rules/access/debts.ts';
import type { ConfirmActor } from '../../machines/session/confirm.machine.ts';
import { useApp } from '../_base/use-app.ts';
import { lazyPart } from '../_kit/states/lazy-part.ts';

const ProofDialog = lazyPart(() => import('../session/ProofDialog.tsx'), 'ProofDialog');
const TermsDialog = lazyPart(() => import('../session/TermsDialog.tsx'), 'TermsDialog');

/** Dialogs that may come over any page: the terms of use, and the question who it is. */
export function FrameDialogs() {
  const { brand, user, session, features } = useApp();
  const account = useSelector(session, ({ context }) => context.account);
  const owesTerms = account !== null && debtsOf(debtFactsOf(user, account)).includes('terms');
  return (
    <Suspense>
      {owesTerms ? (
        <TermsDialog
          brand={brand}
          isUpdate={user.tos}
          onAccepted={(changed) => session.send({ type: 'session.userChanged', user: changed })}
          onSignOut={() => session.send({ type: 'session.signOut' })}
        />
      ) : null}
      <Proof actor={features.confirm} username={user.username} hasTwoFactor={user['has_2fa_enabled?']} />
    </Suspense>
  );
}

function Proof({ actor, ...person }: { actor: ConfirmActor; username: string; hasTwoFactor: boolean }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  return isOpen ? <ProofDialog actor={actor} {...person} /> : null;
}
