import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';

/** @throws {Refusal} `conflict` where numbers can't be looked up. */
export function requireSource({ lineLookup }: Pick<Deps, 'lineLookup'>): void {
  if (lineLookup.isOpen) return;
  throw new Refusal(
    'conflict',
    'Number look-ups need Twilio, which isn’t set up on this server. Ask your administrator.',
  );
}
