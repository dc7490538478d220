import type { SoaStatus } from '#contract/soa.contract.ts';
import type { Tone } from '../_kit/display/Icon.tsx';

export const STATUS_TONES: Readonly<Partial<Record<SoaStatus, Tone>>> = {
  signed: 'info',
  completed: 'good',
  rejected: 'bad',
  expired: 'warn',
};
