import type { Permission, Role } from '#contract/access.contract.ts';
import { Refusal } from './errors.ts';

/** Identity of a request, from its session or API key, and from no other source. */
export interface Identity {
  /** 0 when an API key asks. */
  readonly sessionId: number;
  readonly accountId: number;
  /** User the request acts as: the top of the identity stack. */
  readonly userId: number;
  readonly businessUnitId: number;
  /** User who signed in: the bottom of the stack. */
  readonly actorId: number;
  /** Height of the stack, 0 for who signed in. */
  readonly depth: number;
  /** Roles of the user the request acts as. They decide its visibility; what it may do is in `permissions`. */
  readonly roles: readonly Role[];
  /** Rights of the top of the stack, less what a level below or the API key lacks. */
  readonly permissions: readonly Permission[];
  readonly via: 'session' | 'apiKey';
  /** Time until which sensitive actions need no re-authentication. `null`: none yet, or acting for another user. */
  readonly sudoUntil: Date | null;
  /** The same of who signed in, also while they act for another. */
  readonly signerSudoUntil: Date | null;
}

/** Changes of the user's own re-authentication; everything else of an identity comes with the session. */
export const isSelf = ({ depth, via }: Pick<Identity, 'depth' | 'via'>): boolean => depth === 0 && via === 'session';

/** @throws {Refusal} `access_denied` when the identity lacks the permission. */
export function requirePermission({ permissions }: Pick<Identity, 'permissions'>, permission: Permission): void {
  if (!permissions.includes(permission)) throw new Refusal('access_denied', 'Access denied!');
}

/**
 * For changes of which only some require recent re-authentication.
 * @throws {Refusal} `sudo_required` without it, `access_denied` while acting as someone else, which rules it out.
 */
export function requireProof({ depth, sudoUntil }: Pick<Identity, 'depth' | 'sudoUntil'>, at: Date): void {
  if (depth > 0) throw new Refusal('access_denied', "You can't do this while logged in as another user.");
  if (sudoUntil === null || sudoUntil <= at) throw new Refusal('sudo_required', "Confirm it's you.");
}
