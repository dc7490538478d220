import { Refusal } from '../errors.ts';
import { signIns } from './instruments.ts';

type Way = 'password' | 'second_step' | 'sso';

/** Counts a sign-in attempt by its outcome, without its user. */
export async function observeSignIn<Result extends object>(way: Way, tried: Promise<Result>): Promise<Result> {
  try {
    const result = await tried;
    signIns.inc({ way, outcome: 'token' in result ? 'signed_in' : 'second_step_due' });
    return result;
  } catch (error) {
    signIns.inc({ way, outcome: error instanceof Refusal ? 'refused' : 'failed' });
    throw error;
  }
}
