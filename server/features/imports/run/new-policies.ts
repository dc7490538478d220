import type { ImportCheck } from '#contract/imports.contract.ts';
import type { PolicyGain } from '../rows/row-policies.ts';

/** Carriers in the check. Ours: enough to see that the wrong column was matched. */
const NAMED = 10;

/** Counts the policies that an import adds. */
export class NewPolicies {
  #count = 0;
  /** Name in lower case → as first written; the plan of a policy without a carrier. */
  readonly #carriers = new Map<string, string>();

  add({ added }: Pick<PolicyGain, 'added'> = { added: [] }): void {
    this.#count += added.length;
    for (const { carrier, plan_name: plan = '' } of added) {
      const name = carrier ?? plan;
      if (!this.#carriers.has(name.toLowerCase())) this.#carriers.set(name.toLowerCase(), name);
    }
  }

  found(): Pick<ImportCheck, 'new_policies'> {
    const { size: carriers } = this.#carriers;
    if (this.#count === 0) return {};
    return { new_policies: { count: this.#count, carriers, names: [...this.#carriers.values()].slice(0, NAMED) } };
  }
}
