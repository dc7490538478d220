import { phrase } from '../words/phrases.ts';
import { ask, filter, type Part, type Rule, set } from '../reading.ts';
import { SLOTS } from '../slots.ts';
import { TYPE_WORDS } from '../words/type-words.ts';

/** `leads`, `clients`, `recruits`, `leads and clients`. */
const TYPE_RULE: Rule = {
  words: TYPE_WORDS,
  read: (text, at) => {
    const found = SLOTS.types(text, at);
    if (found === null) return null;
    const types = [...new Set(found.value)];
    const [only] = types;
    return { to: found.to, parts: [types.length === 1 && only ? set({ type: only }) : filter('type', types)] };
  },
};

const FEMALE = 'women|woman|ladies|lady|females|female|gals|mujeres|mujer|senoras|damas';
const MALE = 'men|man|males|male|gentlemen|gentleman|guys|hombres|hombre|senores|caballeros';

const GENDER_RULES: readonly Rule[] = [
  phrase(`that_are|who_are|gender|sex? ${FEMALE}`, () => [filter('gender', 'female')]),
  phrase(`that_are|who_are|gender|sex? ${MALE}`, () => [filter('gender', 'male')]),
];

const SPEAKING = 'speakers|speaker|speaking|speaks|speak|language_speakers|language';
const WHO_SPEAK =
  'speak|speaks|who_speak|that_speak|speaking|hablan|habla|que_hablan|que_habla|language|whose_language_is|prefer|prefers';

const LANGUAGE_RULES: readonly Rule[] = [
  phrase(`${WHO_SPEAK} {languages} only?`, ({ languages }) => [filter('language', [...languages])]),
  phrase(`{languages} only? ${SPEAKING}`, ({ languages }) => [filter('language', [...languages])]),
  // On its own it may also be a tag or group of that name; the choice rule asks about that.
  phrase('{languages}', ({ languages }, { text, at }): readonly Part[] => {
    const [language = ''] = languages;
    const named = text.vocabulary.byKey.get(language)?.[0];
    if (named === undefined) return [filter('language', [...languages])];
    const { said } = text.words[at] ?? { said: language };
    return [
      ask(`“${said}” could be a language or a ${named.field.replace('_', ' ')}.`, [
        { label: 'The language', says: `language ${language}` },
        {
          label: `The ${named.field.replace('_', ' ')} “${named.name}”`,
          says: `${LEAD_OF[named.field]} ${named.name}`,
        },
      ]),
    ];
  }),
];

/** Phrases that certainly name a choice of a field. */
export const LEAD_OF = {
  tag: 'tagged',
  status: 'status',
  agentflow_status: 'agentflow status',
  group: 'in the group',
  source: 'source',
  category: 'category',
  pool: 'in the pool',
} as const;

export const PEOPLE_RULES: readonly Rule[] = [TYPE_RULE, ...GENDER_RULES, ...LANGUAGE_RULES];
