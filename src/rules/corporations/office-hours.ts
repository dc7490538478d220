interface Hours {
  readonly day: string;
  readonly opens: string;
  readonly closes: string;
}

/** Why hours make no sense: a day twice, or closing before opening. `null`: they do. */
export function hoursFault(hours: readonly Hours[]): string | null {
  const twice = hours.find(({ day }, place) => hours.findIndex((other) => other.day === day) !== place);
  if (twice !== undefined) return 'Enter each day once.';
  return hours.some(({ opens, closes }) => opens >= closes) ? 'Enter a closing time after the opening time.' : null;
}
