interface Issue {
  readonly message: string;
  readonly path?: readonly unknown[] | undefined;
}

/** A schema of the contract, as Standard Schema has it. */
interface Schema {
  readonly '~standard': {
    readonly validate: (said: unknown) => { readonly issues?: readonly Issue[] | undefined } | Promise<unknown>;
  };
}

/** The first message of each field that the contract refuses, by its dotted path. Empty: it takes everything. */
export function faultsOf(schema: Schema, said: object): Readonly<Record<string, string>> {
  const result = schema['~standard'].validate(said);
  // The schemas of forms have no rules that wait for anything.
  if (result instanceof Promise) throw new Error('A schema of a form waits.');
  const found: Record<string, string> = {};
  for (const { path = [], message } of result.issues ?? []) found[path.map(String).join('.')] ??= message;
  return found;
}
