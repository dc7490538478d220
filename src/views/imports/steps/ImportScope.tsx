import type { ImportAttempt } from '#contract/imports.contract.ts';

/** "Into Priya Raman’s contacts, tagged aep-2026, by Dana Whitfield" */
export function ImportScope({ attempt, viewerId }: { attempt: ImportAttempt; viewerId: number }) {
  const { owner, user, pool, tags } = attempt;
  const into = pool ? `the pool ${pool.name}` : owner.id === viewerId ? 'Mine' : `${owner.name}’s contacts`;
  const tagged = tags.length > 0 ? `, tagged ${tags.map((tag) => tag.name).join(', ')}` : '';
  return (
    <>
      Into {into}
      {tagged}, by {user.name}
    </>
  );
}
