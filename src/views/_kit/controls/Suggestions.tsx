/** A word, or a word that is found by its label as well. */
export type Suggestion = string | { readonly value: string; readonly label: string };

/** The browser's own list under a field that names this id as its `list`: searchable by typing, and other text is allowed. */
export function Suggestions({ id, of }: { id: string; of: readonly Suggestion[] }) {
  return (
    <datalist id={id}>
      {of
        .map((one) => (typeof one === 'string' ? { value: one, label: one } : one))
        .map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
    </datalist>
  );
}
