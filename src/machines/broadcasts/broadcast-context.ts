import type { StreamBroadcast } from '#contract/_cable.contract.ts';
import type { updateBroadcast } from '#contract/broadcasts.contract.ts';
import type { Broadcast, Content, Schedule } from '#contract/broadcasts/broadcast.contract.ts';
import type { SelectionInput } from '#contract/bulk.contract.ts';
import type { Body } from '#contract/endpoint.ts';
import type { Refusal } from '../imports/refusal.ts';

/** The steps of a draft, in order; each has an address. */
export const DRAFT_STEPS = ['audience', 'content', 'check'] as const;
export type DraftStep = (typeof DRAFT_STEPS)[number];

/** Changed parts of a draft. A template is copied before the other parts apply. */
export type DraftEdits = Omit<Body<typeof updateBroadcast>, 'version'>;

/** One save. The same key takes effect only once. */
export interface DraftSave {
  readonly version: number;
  readonly edits: DraftEdits;
  readonly key: string;
}

export type BroadcastChange =
  | { readonly kind: 'count' | 'unschedule' | 'pause' | 'resume' | 'stop' | 'delete' }
  | { readonly kind: 'select'; readonly selection: SelectionInput }
  /** `of` tells one file from another. */
  | { readonly kind: 'attach'; readonly picture: File; readonly of: string }
  /** `recipients`: the number on the button. */
  | { readonly kind: 'send'; readonly recipients: number };

export interface AskedChange {
  readonly change: BroadcastChange;
  readonly key: string;
}

/** A failed save; `fields` are messages by part of the draft. */
export interface SaveFailure extends Refusal {
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

export interface BroadcastContext {
  readonly id: number;
  readonly newKey: () => string;
  /** `null` until it is read. */
  readonly broadcast: Broadcast | null;
  readonly step: DraftStep;
  /** Changed on the page since the last save began. */
  readonly edits: DraftEdits;
  /** Under way, or without an answer so far. */
  readonly save: DraftSave | null;
  /** The version that the edits are based on: a change by someone else does not move it. */
  readonly base: number;
  /** Texts as they were typed in the last save: the server tidies them, the page doesn't while someone types. */
  readonly written: { readonly version: number; readonly edits: DraftEdits } | null;
  readonly saveFailure: SaveFailure | null;
  /** A change was dropped because the broadcast left the draft first. */
  readonly isLost: boolean;
  /** The last command. */
  readonly asked: AskedChange | null;
  /** Why it was refused. `null` once another is asked. */
  readonly refusal: Refusal | null;
  /** Failed reads since the last update. */
  readonly failures: number;
  readonly failure: Refusal | null;
}

/** User commands. */
type BroadcastCommand =
  /** The step whose address is open. */
  | { type: 'broadcast.at'; step: DraftStep }
  /** `isTyped`: more is likely to follow, so it is saved once typing pauses. */
  | { type: 'broadcast.edit'; edits: DraftEdits; isTyped: boolean }
  /** The page is left or hidden: typing has paused. */
  | { type: 'broadcast.leave' }
  | { type: 'broadcast.saveAgain' }
  /** After a change by someone else: own edits, or theirs. */
  | { type: 'broadcast.keepMine' }
  | { type: 'broadcast.takeTheirs' }
  | { type: 'broadcast.select'; selection: SelectionInput }
  | { type: 'broadcast.attach'; picture: File }
  | { type: 'broadcast.send'; recipients: number }
  | { type: `broadcast.${'count' | 'unschedule' | 'pause' | 'resume' | 'stop' | 'delete' | 'reload'}` };

/** Facts from outside. */
export type BroadcastNews = { type: 'broadcast.told'; broadcast: Broadcast } | StreamBroadcast;

/** Events between the regions of the machine. */
type BroadcastSignal =
  | { type: 'broadcast.adopted' }
  | { type: 'broadcast.missed' }
  | { type: 'broadcast.gone' }
  | { type: 'broadcast.stale' }
  | { type: 'draft.typed' }
  | { type: 'draft.due' }
  | { type: 'draft.dropped' }
  | { type: 'change.asked'; change: BroadcastChange };

export type BroadcastEvent = BroadcastCommand | BroadcastNews | BroadcastSignal;

export interface BroadcastInput {
  readonly id: number;
  readonly newKey: () => string;
}

export const freshContext = ({ id, newKey }: BroadcastInput): BroadcastContext => ({
  id,
  newKey,
  broadcast: null,
  step: 'audience',
  edits: {},
  save: null,
  base: 0,
  written: null,
  saveFailure: null,
  isLost: false,
  asked: null,
  refusal: null,
  failures: 0,
  failure: null,
});

export const hasEdits = ({ edits }: Pick<BroadcastContext, 'edits'>): boolean => Object.keys(edits).length > 0;

/** What the person has written and chosen, saved or not. */
export interface Draft extends Pick<Content, 'subject' | 'body' | 'format' | 'file'> {
  readonly name: string;
  readonly schedule: Schedule | null;
  /** The id of the template or trigger that was chosen last; `null`: none. */
  readonly templateId: number | null;
}

/** `null` until the draft is read. */
export function draftOf({ broadcast, written, save, edits }: BroadcastContext): Draft | null {
  if (broadcast === null) return null;
  const { name, content, schedule } = broadcast;
  const typed = written?.version === broadcast.version ? written.edits : {};
  const changed: DraftEdits = { ...typed, ...save?.edits, ...edits };
  return {
    name: changed.name ?? name,
    subject: changed.subject ?? content.subject,
    body: changed.body ?? content.body,
    format: changed.format ?? content.format,
    file: changed.remove_file === true ? null : content.file,
    schedule: changed.schedule === undefined ? schedule : changed.schedule,
    templateId: changed.campaign_trigger_id ?? changed.email_id ?? content.template?.id ?? null,
  };
}

/** The texts among edits. */
export const textsOf = ({ name, subject, body }: DraftEdits): DraftEdits => ({
  ...(name !== undefined && { name }),
  ...(subject !== undefined && { subject }),
  ...(body !== undefined && { body }),
});

/** Edits on top of others. A template replaces what was written before it. */
export function withEdits(before: DraftEdits, edits: DraftEdits): DraftEdits {
  if (edits.campaign_trigger_id === undefined && edits.email_id === undefined) return { ...before, ...edits };
  const { subject: _subject, body: _body, format: _format, ...others } = before;
  return { ...others, ...edits };
}
