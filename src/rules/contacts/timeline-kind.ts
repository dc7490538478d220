import type { TimelineKind } from '#contract/timeline.contract.ts';

/** What stands before the full stop of an audit action, by the kind of the timeline that it belongs to. */
const THINGS_OF: Readonly<Partial<Record<TimelineKind, readonly string[]>>> = {
  notes: ['note'],
  mails: ['email'],
  files: ['file', 'attachments'],
  policies: ['policy', 'security', 'rx_details', 'medicare'],
  workflows: ['workflow'],
};

const KIND_OF = new Map(
  Object.entries(THINGS_OF).flatMap(([kind, things]) => things.map((thing) => [thing, kind as TimelineKind] as const)),
);

/** Everything that has no kind of its own is a change. */
export const kindOfAction = (action: string): TimelineKind => KIND_OF.get(action.split('.')[0] ?? '') ?? 'changes';

/** Which audit actions a kind has, by what stands before the full stop. */
export type ThingsWanted = { readonly only: readonly string[] } | { readonly allBut: readonly string[] };

export const thingsOfKind = (kind: TimelineKind): ThingsWanted =>
  kind === 'changes' ? { allBut: [...KIND_OF.keys()] } : { only: THINGS_OF[kind] ?? [] };
