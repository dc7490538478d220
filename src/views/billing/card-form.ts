/** What the card form of any provider gets. */
export interface CardFormProps {
  readonly isBusy: boolean;
  /** What the provider said to the last card. */
  readonly failure: string | undefined;
  /** Takes the provider's name for the card. */
  readonly onKeep: (method: string) => void;
  /** Begins anew: a provider may take one card for one set-up. */
  readonly onRestart: () => void;
}
