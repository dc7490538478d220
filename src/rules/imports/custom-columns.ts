/** A header as choices name its column. */
export const headerKey = (header: string): string => header.trim().toLowerCase();

/** Custom fields by the key of the header whose column fills them. */
export type CustomFields = Readonly<Record<string, string>>;

/** Choices with another custom field for one column; `null`: none. */
export function withCustomField(fields: CustomFields, header: string, label: string | null): CustomFields {
  const { [headerKey(header)]: _before, ...others } = fields;
  return label === null ? others : { ...others, [headerKey(header)]: label };
}

/** Custom fields for the columns without a field whose headers are called like one. */
export function proposedCustomFields(
  columns: readonly { readonly header: string; readonly suggestion: string | null }[],
  known: readonly string[],
): CustomFields {
  const labels = new Map(known.toReversed().map((label) => [headerKey(label), label]));
  return Object.fromEntries(
    columns.flatMap(({ header, suggestion }) => {
      const label = suggestion === null ? labels.get(headerKey(header)) : undefined;
      return label === undefined ? [] : [[headerKey(header), label] as const];
    }),
  );
}
