import type { ApplicationProduct } from '#contract/fire-light.contract.ts';

/** One message to the desk. */
export interface Named {
  /** Names what it opens; a repeated one is the same. */
  readonly reference: string;
  readonly at: Date;
}

/** What an application begins with. Empty: not known. */
export interface ApplicationFacts {
  readonly product: ApplicationProduct;
  readonly applicant: {
    readonly first_name: string;
    readonly last_name: string;
    readonly dob: string | null;
    readonly gender: string | null;
    readonly address: string;
    readonly city: string;
    readonly state: string;
    readonly zip_code: string;
    readonly phone: string | null;
    readonly email: string | null;
  };
  readonly agent: AgentFacts;
}

export interface AgentFacts {
  /** The agency's own id of the agent. */
  readonly id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** National producer number. */
  readonly npn: string;
}

/** Takes applications. `null` in its place: agents get fact sheets. */
export interface ApplicationDesk {
  /** Hands over what is known. @throws {Refusal} `refused` with the desk's own words, `unavailable`. */
  readonly start: (named: Named, facts: ApplicationFacts) => Promise<void>;
  /** Address that opens an application. */
  readonly urlOf: (reference: string) => string;
  /** Address that opens the agent's dashboard. @throws {Refusal} as `start`. */
  readonly dashboard: (named: Named, agent: AgentFacts) => Promise<string>;
}
