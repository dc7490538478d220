import type { PromptLanguage } from '../../../adapters/voice/voice-line.ts';

/** Language of the recording announcement, by the contact's language; English by default. */
export const promptLanguage = (language: string | null): PromptLanguage => (language === 'spanish' ? 'es' : 'en');
