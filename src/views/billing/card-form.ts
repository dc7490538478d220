/** Props of any provider's card form. */
export interface CardFormProps {
  readonly isBusy: boolean;
  /** The provider's error for the last card. */
  readonly failure: string | undefined;
  /** Takes the provider's name for the card. */
  readonly onKeep: (method: string) => void;
  /** Starts over: a provider may accept one card per setup. */
  readonly onRestart: () => void;
}
