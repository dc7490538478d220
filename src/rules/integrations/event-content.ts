/** What an event says, in the same words on both sides. */
export interface EventContent {
  readonly title: string;
  readonly place: string;
  readonly notes: string;
  readonly when: EventTimes;
}

export interface EventTimes {
  readonly all_day: boolean;
  /** What clocks in `zone` show, `YYYY-MM-DDTHH:MM`. All day: midnights, the end excluded. */
  readonly start_local: string;
  readonly end_local: string;
  readonly zone: string;
  /** RFC 5545 without `UNTIL`; empty: it doesn't repeat. */
  readonly rule: string;
  readonly repeat_until: string | null;
  /** Local starts that the series leaves out, in order, without those that are events of their own. */
  readonly excluded: readonly string[];
}

export const CONTENT_FIELDS = ['title', 'place', 'notes', 'when'] as const satisfies readonly (keyof EventContent)[];
export type ContentField = (typeof CONTENT_FIELDS)[number];

const timesText = ({ all_day, start_local, end_local, zone, rule, repeat_until, excluded }: EventTimes): string =>
  // A whole day is a date in every zone.
  JSON.stringify([all_day, start_local, end_local, all_day ? '' : zone, rule, repeat_until, excluded.toSorted()]);

const isSame = (a: EventContent, b: EventContent, field: ContentField): boolean =>
  field === 'when' ? timesText(a.when) === timesText(b.when) : a[field] === b[field];

/** Fields whose values differ. */
export const changedFields = (before: EventContent, after: EventContent): ContentField[] =>
  CONTENT_FIELDS.filter((field) => !isSame(before, after, field));

export const isSameContent = (a: EventContent, b: EventContent): boolean => changedFields(a, b).length === 0;

interface Version {
  readonly content: EventContent;
  /** When it was changed. */
  readonly at: Date;
}

export interface Merged {
  readonly content: EventContent;
  /** `null`: both sides got all they wanted. */
  readonly lost: { readonly kept: 'here' | 'provider'; readonly fields: readonly ContentField[] } | null;
}

/**
 * Joins two changes of an event that were made since `base`. Fields that one side alone has changed are taken from it. Of
 * a field that both have changed, the later change is kept; at the same instant, the provider's.
 */
export function mergeContent(base: EventContent, here: Version, provider: Version): Merged {
  const ours = changedFields(base, here.content);
  const theirs = changedFields(base, provider.content);
  const disputed = ours.filter((field) => theirs.includes(field) && !isSame(here.content, provider.content, field));
  const kept = here.at > provider.at ? 'here' : 'provider';
  const pick = <Field extends ContentField>(field: Field): EventContent[Field] => {
    const isOurs = disputed.includes(field) ? kept === 'here' : ours.includes(field);
    return (isOurs ? here : provider).content[field];
  };
  return {
    content: { title: pick('title'), place: pick('place'), notes: pick('notes'), when: pick('when') },
    lost: disputed.length === 0 ? null : { kept, fields: disputed },
  };
}
