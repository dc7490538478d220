import { keyOf, wordsOf } from '../answer/said-words.ts';

export interface Choice {
  /** The filter's value: an id, or the name itself for sources and categories. */
  readonly id: string;
  readonly name: string;
}

/** An account's names of its objects, as visible to one user. */
export interface AgencyWords {
  readonly tags: readonly Choice[];
  readonly statuses: readonly Choice[];
  readonly agentflowStatuses: readonly Choice[];
  readonly groups: readonly Choice[];
  readonly sources: readonly Choice[];
  readonly categories: readonly Choice[];
  readonly pools: readonly Choice[];
  /** Carriers of policies. */
  readonly carriers: readonly Choice[];
  /** File names of imports, newest first. */
  readonly imports: readonly Choice[];
  /** Users in the downline. */
  readonly owners: readonly Choice[];
  /** The user's own id. */
  readonly me: string;
}

const LISTS = {
  tag: 'tags',
  status: 'statuses',
  agentflow_status: 'agentflowStatuses',
  group: 'groups',
  source: 'sources',
  category: 'categories',
  pool: 'pools',
} as const satisfies Readonly<Record<string, keyof AgencyWords>>;

export const CHOICE_FIELDS = Object.keys(LISTS) as readonly ChoiceField[];
export type ChoiceField = keyof typeof LISTS;

/** A choice with the field that it fills. */
export interface Known extends Choice {
  readonly field: ChoiceField;
}

/** The words of an account, ready to be looked up. */
export interface Vocabulary {
  readonly words: AgencyWords;
  /** By `keyOf` its name. */
  readonly byKey: ReadonlyMap<string, readonly Known[]>;
  /** The last word of a multi-word name by `keyOf`: a `Spring seminar` is a seminar. */
  readonly byLastWord: ReadonlyMap<string, readonly Known[]>;
  /** Carriers with their words, longest first. */
  readonly carriers: readonly { readonly name: string; readonly way: readonly string[] }[];
  /** Every word of every name. */
  readonly spoken: ReadonlySet<string>;
}

export function vocabularyOf(words: AgencyWords): Vocabulary {
  const [byKey, byLastWord, spoken] = [new Map<string, Known[]>(), new Map<string, Known[]>(), new Set<string>()];
  const put = (map: Map<string, Known[]>, key: string, known: Known) => {
    const others = map.get(key);
    if (others === undefined) map.set(key, [known]);
    else others.push(known);
  };
  for (const field of CHOICE_FIELDS) {
    for (const choice of words[LISTS[field]]) {
      const texts = wordsOf(choice.name).map(({ text }) => text);
      const known = { ...choice, field };
      put(byKey, keyOf(texts), known);
      if (texts.length > 1) put(byLastWord, keyOf(texts.slice(-1)), known);
      for (const text of texts) spoken.add(text);
    }
  }
  for (const { name } of words.owners) for (const { text } of wordsOf(name)) spoken.add(text);
  const carriers = words.carriers
    .map(({ name }) => ({ name, way: wordsOf(name).map(({ text }) => text) }))
    .filter(({ way }) => way.length > 0)
    .toSorted((a, b) => b.way.length - a.way.length);
  return { words, byKey, byLastWord, carriers, spoken };
}

export const choicesOf = ({ words }: Pick<Vocabulary, 'words'>, field: ChoiceField): readonly Choice[] =>
  words[LISTS[field]];
