import { setup } from 'xstate';
import type { SoaStatus } from '#contract/soa.contract.ts';
import { type RowState, stateAfter } from '../statecharts/state-after.ts';

/** What can happen to a scope of appointment. `record`: it was signed on paper or agreed to in a call. */
export const SOA_STEPS = ['send', 'view', 'sign', 'record', 'complete', 'reject', 'expire', 'supersede'] as const;
export type SoaStep = (typeof SOA_STEPS)[number];

/**
 * A scope of appointment, from its draft on. Reading a link again changes nothing; a link that has expired can be sent
 * again; what is signed ends only by its replacement or a rejection.
 */
export const soaMachine = setup({ types: { events: {} as { readonly type: `soa.${SoaStep}` } } }).createMachine({
  id: 'soa',
  initial: 'drafted',
  states: {
    drafted: {
      on: { 'soa.send': 'sent', 'soa.record': 'signed', 'soa.reject': 'rejected', 'soa.supersede': 'superseded' },
    },
    sent: {
      on: {
        'soa.send': 'sent',
        'soa.view': 'viewed',
        'soa.sign': 'signed',
        'soa.reject': 'rejected',
        'soa.expire': 'expired',
        'soa.supersede': 'superseded',
      },
    },
    viewed: {
      on: {
        'soa.send': 'viewed',
        'soa.view': 'viewed',
        'soa.sign': 'signed',
        'soa.reject': 'rejected',
        'soa.expire': 'expired',
        'soa.supersede': 'superseded',
      },
    },
    signed: { on: { 'soa.complete': 'completed', 'soa.reject': 'rejected', 'soa.supersede': 'superseded' } },
    completed: { on: { 'soa.supersede': 'superseded' } },
    expired: { on: { 'soa.send': 'sent', 'soa.reject': 'rejected', 'soa.supersede': 'superseded' } },
    rejected: { type: 'final' },
    superseded: { type: 'final' },
  } satisfies Record<SoaStatus, RowState>,
});

/** Returns the status after a step; `null`: it can't happen now. */
export const afterStep = (status: SoaStatus, step: SoaStep): SoaStatus | null =>
  stateAfter(soaMachine, status, { type: `soa.${step}` }) as SoaStatus | null;

export const mayStep = (status: SoaStatus, step: SoaStep): boolean => afterStep(status, step) !== null;

/** Returns the status at a moment: a link that wasn't signed in time has expired. */
export const statusAt = (
  { status, expires_at: expires }: { readonly status: SoaStatus; readonly expires_at: Date | null },
  now: Date,
): SoaStatus => (expires !== null && expires <= now ? (afterStep(status, 'expire') ?? status) : status);
