import type { ContactsScopeInput } from '#contract/contacts/scope.contract.ts';
import { wordTable } from '../../word-table.ts';
import type { Text } from '../reading.ts';

export type ContactType = NonNullable<ContactsScopeInput['type']>;

const TYPES = wordTable<ContactType>({
  ...Object.fromEntries(
    'lead leads prospect prospects prospecto prospectos'.split(' ').map((word) => [word, 'lead' as const]),
  ),
  ...Object.fromEntries(
    'client clients customer customers policyholder policyholders cliente clientes'
      .split(' ')
      .map((word) => [word, 'client' as const]),
  ),
  ...Object.fromEntries(
    'recruit recruits candidate candidates recruitee recruitees recluta reclutas'
      .split(' ')
      .map((word) => [word, 'recruit' as const]),
  ),
});

export const typeAt = ({ words }: Pick<Text, 'words'>, at: number): { value: ContactType; to: number } | null => {
  const value = TYPES[words[at]?.text ?? ''];
  return value === undefined ? null : { value, to: at + 1 };
};

/** Words for contacts of a type. */
export const TYPE_WORDS: readonly string[] = Object.keys(TYPES);
