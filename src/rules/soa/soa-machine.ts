import type { SoaStatus } from '#contract/soa.contract.ts';

/** What can happen to a scope of appointment. `record`: it was signed on paper or agreed to in a call. */
export const SOA_STEPS = ['send', 'view', 'sign', 'record', 'complete', 'reject', 'expire', 'supersede'] as const;
export type SoaStep = (typeof SOA_STEPS)[number];

/**
 * The machine: where a step leads from a status. A step that is missing can't happen. Reading a link again changes
 * nothing; a link that has expired can be sent again; what is signed ends only by its replacement or a rejection.
 */
export const SOA_MACHINE: Readonly<Record<SoaStatus, Readonly<Partial<Record<SoaStep, SoaStatus>>>>> = {
  drafted: { send: 'sent', record: 'signed', reject: 'rejected', supersede: 'superseded' },
  sent: {
    send: 'sent',
    view: 'viewed',
    sign: 'signed',
    reject: 'rejected',
    expire: 'expired',
    supersede: 'superseded',
  },
  viewed: {
    send: 'viewed',
    view: 'viewed',
    sign: 'signed',
    reject: 'rejected',
    expire: 'expired',
    supersede: 'superseded',
  },
  signed: { complete: 'completed', reject: 'rejected', supersede: 'superseded' },
  completed: { supersede: 'superseded' },
  rejected: {},
  expired: { send: 'sent', reject: 'rejected', supersede: 'superseded' },
  superseded: {},
};

/** Returns the status after a step; `null`: it can't happen now. */
export const afterStep = (status: SoaStatus, step: SoaStep): SoaStatus | null => SOA_MACHINE[status][step] ?? null;

export const mayStep = (status: SoaStatus, step: SoaStep): boolean => afterStep(status, step) !== null;

/** Returns the status at a moment: a link that wasn't signed in time has expired. */
export const statusAt = (
  { status, expires_at: expires }: { readonly status: SoaStatus; readonly expires_at: Date | null },
  now: Date,
): SoaStatus => (expires !== null && expires <= now ? (afterStep(status, 'expire') ?? status) : status);
