import { toE164 } from '#rules/phone/phone-number.ts';
import { writeAudit } from '../../../audit.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { refuseField } from '../../../errors.ts';
import type { Identity } from '../../../identity.ts';
import { chooseNumber } from './numbers.sql.ts';

/** Sets the number for outgoing calls. @throws {Refusal} `refused` for a number that is not their own. */
export const callFrom = (
  deps: Deps,
  { identity, requestId }: { readonly identity: Identity; readonly requestId: string },
  written: string,
): Promise<string> =>
  withAccount(deps.pool, identity, async (tx) => {
    const number = toE164(written);
    if (number === null || !(await chooseNumber(tx, identity.userId, number))) {
      throw refuseField('phone_number', 'This is not one of your numbers.');
    }
    await writeAudit(tx, identity, requestId, {
      action: 'phone.numberChosen',
      subjectType: 'user',
      subjectId: identity.userId,
      detail: { number },
    });
    return number;
  });
