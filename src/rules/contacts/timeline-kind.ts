import type { TimelineKind } from '#contract/timeline.contract.ts';

/** Audit action before the period, by the timeline kind it belongs to. */
const THINGS_OF: Readonly<Partial<Record<TimelineKind, readonly string[]>>> = {
  notes: ['note'],
  texts: ['text', 'conversation', 'revocation'],
  mails: ['email'],
  files: ['file', 'attachments'],
  policies: ['policy', 'security', 'rx_details', 'medicare'],
  workflows: ['workflow', 'sequence'],
};

const KIND_OF = new Map(
  Object.entries(THINGS_OF).flatMap(([kind, things]) => things.map((thing) => [thing, kind as TimelineKind] as const)),
);

/** Actions without a kind of their own are changes. */
export const kindOfAction = (action: string): TimelineKind => KIND_OF.get(action.split('.')[0] ?? '') ?? 'changes';

/** Audit actions of a kind, by the part before the period. */
export type ThingsWanted = { readonly only: readonly string[] } | { readonly allBut: readonly string[] };

export const thingsOfKind = (kind: TimelineKind): ThingsWanted =>
  kind === 'changes' ? { allBut: [...KIND_OF.keys()] } : { only: THINGS_OF[kind] ?? [] };
