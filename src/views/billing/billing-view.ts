import type { BillingActor } from '../../machines/billing/billing.machine.ts';

/** What every step of billing gets. */
export interface BillingViewProps {
  readonly actor: BillingActor;
  readonly zone: string;
  /** Why this person cannot pay here; absent: they can. */
  readonly refusal: string | undefined;
}
