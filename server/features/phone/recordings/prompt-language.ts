import type { PromptLanguage } from '../../../adapters/voice-line.ts';

/** In what a contact hears that a call is recorded, by the language they speak; everybody else in English. */
export const promptLanguage = (language: string | null): PromptLanguage => (language === 'spanish' ? 'es' : 'en');
