import { clockText, instantAt, wallClocks } from './zoned-time.ts';

const TEXT = /^(\d{4}-\d{2}-\d{2})T(\d{2}):(\d{2})$/;

/** Minute of an instant (ms) on the clocks of a zone, as a date and time field has it: `2026-11-23T14:05`. */
export function localText(zone: string, at: number): string {
  const { day, minute } = wallClocks()(zone, at);
  return `${day}T${clockText(minute)}`;
}

/** The instant in ms at which clocks of a zone show that text; `null` when it is incomplete or no date. */
export function instantOfLocal(zone: string, text: string): number | null {
  const [, day, hours, minutes] = TEXT.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${hours}:${minutes}Z`))) return null;
  return instantAt(zone, day, Number(hours) * 60 + Number(minutes));
}
