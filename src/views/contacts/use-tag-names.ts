import type { TagNames } from '#rules/scope-sentence.ts';
import { listTags } from '#contract/tags.contract.ts';
import { useResource } from '../_app/use-resource.ts';

/** Names of tags by id; asks only when they are needed. */
export function useTagNames(needed: boolean): TagNames {
  const tags = useResource(listTags, needed ? {} : null);
  return (id) => tags.data?.data.find((tag) => String(tag.id) === id)?.name;
}
