import { waitFor } from 'xstate';
import type { ProofAnswer } from '../../api/client.ts';
import { isActing } from '../../machines/session/identity.ts';
import type { SessionActor } from '../../machines/session/session.machine.ts';

/** Refuses with a sentence, when no one may be asked or no one answered. */
const no = (why: string): ProofAnswer => ({ given: false, why });

/** Asks the signed-in user to re-authenticate in the frame's dialog. Impossible while logged in as someone else. */
export const createAskProof = (session: SessionActor) => async (): Promise<ProofAnswer> => {
  const { context, children } = session.getSnapshot();
  const confirm = children.workplace?.getSnapshot().children.confirm;
  if (context.user === null || confirm === undefined) return no('Sign in first.');
  if (isActing(context.user.identity)) {
    const { first_name, last_name } = context.user;
    return no(`This needs a proof that it is you. You act as ${first_name} ${last_name}: leave first.`);
  }
  confirm.send({ type: 'proof.ask' });
  const isOver = await waitFor(confirm, (snapshot) => !snapshot.hasTag('open'), {
    timeout: Number.POSITIVE_INFINITY,
  }).catch(() => null);
  return isOver?.context.isProven ? { given: true } : no('Nothing was done: you did not confirm that it is you.');
};
