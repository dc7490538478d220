/** The sentence that blocks a text; the phone's, for segments (core §5). */
const OUT_OF_SEGMENTS = 'Please request additional segments from your manager.';

interface TextLicense {
  readonly used: number;
  /** `null`: without a limit. */
  readonly allocation: number | null;
  readonly paid: boolean;
}

/** Returns whether someone whose manager pays may send another text. As for the phone, usage at the allocation blocks. */
export const textQuota = ({
  used,
  allocation,
  paid,
}: TextLicense): { readonly allowed: true } | { readonly allowed: false; readonly reason: string } =>
  paid && (allocation === null || used < allocation) ? { allowed: true } : { allowed: false, reason: OUT_OF_SEGMENTS };
