/** Where the process of a picture writes what it made: numbers of its pipes. */
export const OUTPUTS = { whole: 3, view: 4, thumb: 5 } as const;

/** How it ends when it refuses the picture; the reason stands on its standard output. Node itself uses 1 to 13. */
export const REFUSED = 20;
