import type { BannerProps } from '../_kit/overlays/Banner.tsx';

/** Work of this person that runs, as the process notification shows it. */
export interface RunningBanner extends Omit<BannerProps, 'onDismiss'> {
  /** Of all that runs, no other has it. */
  readonly key: string;
  /** When it was asked for. */
  readonly since: string;
}
