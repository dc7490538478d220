/** Pipe numbers for the results of a picture's process. */
export const OUTPUTS = { whole: 3, view: 4, thumb: 5 } as const;

/** Exit code of a refusal; the reason is on its standard output. Node itself uses 1 to 13. */
export const REFUSED = 20;
