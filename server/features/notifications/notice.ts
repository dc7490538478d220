import type { NotificationKind } from '#contract/notifications.contract.ts';

/** A fact that one person is told of. */
export interface Notice {
  readonly accountId: number;
  readonly userId: number;
  readonly kind: NotificationKind;
  /** Row that it is about, of the table that the kind means. */
  readonly aboutId: number;
  /** What happened to it. The same again is told once. */
  readonly occurrence: string;
  readonly title: string;
  readonly body?: string;
  /** Page of the app where it leads. */
  readonly href: string;
  readonly at: Date;
  /** In the list, but no news: its person did it and saw the end. */
  readonly isSeen?: boolean;
}
