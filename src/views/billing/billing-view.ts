import type { BillingActor } from '../../machines/billing/billing.machine.ts';

/** Props of every billing step. */
export interface BillingViewProps {
  readonly actor: BillingActor;
  readonly zone: string;
  /** Reason why this user can't pay here; absent when they can. */
  readonly refusal: string | undefined;
}
