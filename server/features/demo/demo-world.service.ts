import type { DemoCommand, DemoWorld } from '#contract/demo.contract.ts';
import { isTryout } from '#rules/access/tryout.ts';
import type { Supervisor } from '../../adapters/supervisor.ts';
import { writeAudit } from '../../audit.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';

/** @throws {Refusal} `not_found` outside the demo world. */
export function requireDemo({ config: { appEnv } }: Pick<Deps, 'config'>): void {
  if (!isTryout(appEnv)) throw new Refusal('not_found', 'Not found.');
}

/** @throws {Refusal} `conflict` when this process has no supervisor. */
function supervisorOf(deps: Deps): Supervisor {
  requireDemo(deps);
  if (deps.supervisor !== undefined) return deps.supervisor;
  throw new Refusal('conflict', 'This server runs standalone. Only bin/start and bin/dev can control the demo world.');
}

export const readWorld = (deps: Deps): Promise<DemoWorld> => supervisorOf(deps).status();

interface Caller {
  readonly identity: Identity;
  readonly requestId: string;
}

/** Returns what will happen, then does it. @throws {Refusal} with the reason when it can't. */
export async function commandWorld(deps: Deps, { identity, requestId }: Caller, command: DemoCommand): Promise<string> {
  const supervisor = supervisorOf(deps);
  return withAccount(deps.pool, identity, async (tx) => {
    await writeAudit(tx, identity, requestId, { action: 'demo_world.commanded', detail: command });
    return supervisor.command(command);
  });
}
