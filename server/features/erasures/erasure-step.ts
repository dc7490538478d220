/** Steps of an erasure, in their order; each leaves a state from which it resumes. */
export const ERASURE_STEPS = ['read', 'files', 'contact', 'traces'] as const;
export type ErasureStep = (typeof ERASURE_STEPS)[number];
