import type { ContentField, EventContent } from '#rules/integrations/event-content.ts';

export interface RemoteCalendar {
  readonly id: string;
  readonly name: string;
  readonly isPrimary: boolean;
  readonly isWritable: boolean;
}

/** An event at a provider. */
export interface RemoteEvent extends EventContent {
  readonly id: string;
  readonly icalUid: string;
  /** Another one after each change. */
  readonly etag: string;
  /** The token that it was written with; `null`: it wasn't written by this app. */
  readonly token: string | null;
  readonly changedAt: Date;
  /** Its words aren't for others. */
  readonly isPrivate: boolean;
  /** Of one taken out of a series: the series, and when it begins by the rule; `null`: none. */
  readonly seriesId: string | null;
  readonly originalStart: string | null;
}

/** An event that is gone, or one that a series leaves out. */
export interface RemoteRemoval {
  readonly id: string;
  readonly seriesId: string | null;
  readonly originalStart: string | null;
}

export interface RemoteChanges {
  readonly events: readonly RemoteEvent[];
  readonly removed: readonly RemoteRemoval[];
  /** Place from which the next read continues; `null`: every read is a full one. */
  readonly cursor: string | null;
  /** True: `events` are all of the span; what isn't there is gone. */
  readonly isFull: boolean;
  /** Series that were read with everything that differs from their rule. */
  readonly whole: ReadonlySet<string>;
}

/** An event of a series, by when it begins by the rule. */
export interface InstancePlace {
  readonly seriesId: string;
  readonly originalStart: string;
  readonly zone: string;
  readonly isAllDay: boolean;
}

/** Span of a full read. */
export interface ReadSpan {
  readonly from: Date;
  readonly to: Date;
  /** IANA zone of times that name none. */
  readonly zone: string;
}

export interface Written {
  readonly id: string;
  readonly icalUid: string;
  readonly etag: string;
}

export interface Watch {
  readonly id: string;
  readonly resource: string;
  readonly until: Date;
}

export interface NewWatch {
  /** Ours; a provider may give another one. */
  readonly id: string;
  readonly secret: string;
  /** Address that the provider calls. */
  readonly url: string;
  readonly until: Date;
}

/** A remote calendar account, reached with one access token. All calls throw `RemoteFault`. */
export interface CalendarAccount {
  /** Id and name of the account. */
  readonly whoami: () => Promise<{ readonly id: string; readonly name: string }>;
  readonly calendars: () => Promise<RemoteCalendar[]>;
  readonly changes: (calendar: string, cursor: string | null, span: ReadSpan) => Promise<RemoteChanges>;
  /** Writes a new event. A repeated one with the same token is the same event. */
  readonly insert: (calendar: string, token: string, content: EventContent) => Promise<Written>;
  /** The event of a series that begins there by its rule; `null`: there is none, or it was left out. */
  readonly instance: (
    calendar: string,
    place: InstancePlace,
  ) => Promise<{ readonly id: string; readonly etag: string } | null>;
  /** Writes these fields, unless the event has another etag by now. `isPart`: of a series, so it has no rule of its own. */
  readonly update: (
    calendar: string,
    known: { readonly id: string; readonly etag: string; readonly isPart: boolean },
    content: EventContent,
    fields: readonly ContentField[],
  ) => Promise<Written>;
  /** Deletes an event; one that is gone already is no fault. `id` null: by its token, where the provider knows it. */
  readonly remove: (
    calendar: string,
    known: { readonly id: string | null; readonly token: string; readonly etag: string },
  ) => Promise<void>;
  /** `null`: the provider can't call. */
  readonly watch: ((calendar: string, asked: NewWatch) => Promise<Watch>) | null;
  readonly unwatch: (watch: { readonly id: string; readonly resource: string }) => Promise<void>;
}

/**
 * `token_expired`: the token isn't taken. `grant_gone`: nor will the next one. `cursor_gone`: read all again. `changed`:
 * the event has another etag. `missing`: there is no such event. `quota`: later. `away`: no answer that makes sense.
 */
export type FaultKind =
  | 'token_expired'
  | 'grant_gone'
  | 'cursor_gone'
  | 'changed'
  | 'missing'
  | 'quota'
  | 'refused'
  | 'away';

/** A provider's refusal. Its message is the provider's own and holds nothing of an event. */
export class RemoteFault extends Error {
  override readonly name = 'RemoteFault';
  readonly kind: FaultKind;
  /** Milliseconds that the provider asks to wait; `null`: none named. */
  readonly retryAfterMs: number | null;

  constructor(kind: FaultKind, message: string, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}
