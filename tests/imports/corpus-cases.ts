import type { CorpusResult } from './read-corpus.ts';
import { birthColumnCases } from './corpus-birth-columns.ts';
import { consentCases } from './corpus-consents.ts';
import { dateCases } from './corpus-dates.ts';
import { documentCases } from './corpus-documents.ts';
import { encodingCases } from './corpus-encodings.ts';
import { kindCases } from './corpus-kinds.ts';
import { layoutCases } from './corpus-layouts.ts';

/** A file and what it must come to. */
export interface CorpusCase {
  readonly name: string;
  readonly content: string | Buffer;
  readonly result: Partial<CorpusResult>;
}

export const CASES = async (): Promise<CorpusCase[]> => [
  ...(await dateCases()),
  ...birthColumnCases,
  ...consentCases,
  ...(await layoutCases()),
  ...encodingCases,
  ...(await kindCases()),
  ...(await documentCases()),
];
