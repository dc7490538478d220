import type { VoiceLine } from '../../../adapters/voice/voice-line.ts';
import { withAccount } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { findOtherLeg } from './absence.sql.ts';
import type { CallRow } from './calls.sql.ts';

/** The line as it is for a call: agents may have rejoined by other legs. */
export async function lineOf<Line extends Pick<VoiceLine, 'rejoined'>>(
  { pool }: Pick<Deps, 'pool'>,
  line: Line,
  call: CallRow,
): Promise<Line | ReturnType<Line['rejoined']>> {
  const { account_id: accountId, agent_leg: agent } = call;
  const other = await withAccount(pool, { accountId }, (tx) => findOtherLeg(tx, call));
  return agent === null && other === null ? line : (line.rejoined({ agent, other }) as ReturnType<Line['rejoined']>);
}
