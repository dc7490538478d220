import type { BillingActor } from '../../machines/billing/billing.machine.ts';

/** Props of every billing step. */
export interface BillingViewProps {
  readonly actor: BillingActor;
  readonly zone: string;
  /** Why this person cannot pay here; absent: they can. */
  readonly refusal: string | undefined;
}
