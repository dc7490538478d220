import type { BrandKey } from './brand-keys.ts';

/** Roles as they are spelled on the wire. `relationship_manager` acts for the accounts assigned to them. */
export type BrandRole =
  | 'admin'
  | 'sub_admin'
  | 'bu_admin'
  | 'manager'
  | 'regional_manager'
  | 'district_manager'
  | 'field_manager'
  | 'telemarketer'
  | 'agent'
  | 'basic'
  | 'pool_holder'
  | 'relationship_manager';

/** Job titles that only some brands offer; the four that every brand has are not the brand's matter. */
export type BrandJobTitle =
  | 'advisor'
  | 'insurance_agent'
  | 'retirement_specialist'
  | 'agency_sales_manager'
  | 'funeral_director'
  | 'preneed_agent'
  | 'preneed_agent_and_funeral_director'
  | 'advanced_planning_specialist'
  | 'prearrangement_specialist'
  | 'licensed_insurance_agent'
  | 'development_manager'
  | 'recruiting_director'
  | 'regional_coordination_manager';

export type BrandFeature =
  | 'contacts'
  | 'contact-merge'
  | 'contact-api-vendor'
  | 'duplicates'
  | 'imports'
  | 'transfers'
  | 'printing'
  | 'exports'
  | 'phone'
  | 'messages'
  | 'broadcasts'
  | 'chat'
  | 'quotes'
  | 'events'
  | 'reports'
  | 'store'
  | 'orders'
  | 'public-pages'
  | 'soa'
  | 'trainings'
  | 'corporations'
  | 'workflows'
  | 'wallets'
  | 'subscriptions'
  | 'domains'
  | 'integrations'
  | 'live'
  | 'compliance';

/** Availability in a deployment: for everyone, for its admins, or not at all. Roles and plans narrow it further. */
export type FeatureReach = 'everyone' | 'admins' | 'off';

/** Names of custom properties without the leading dashes. */
export type BrandToken =
  | 'bg'
  | 'rail'
  | 'surface'
  | 'hover'
  | 'press'
  | 'line'
  | 'line-2'
  | 'text-1'
  | 'text-2'
  | 'text-3'
  | 'control'
  | 'primary-fill'
  | 'primary-fill-hover'
  | 'primary-on-fill'
  | 'primary-edge'
  | 'primary-text'
  | 'primary-soft'
  | 'primary-soft-2';

/** `#rrggbb` per token, one set for each background. */
export interface BrandTokens {
  readonly light: Readonly<Record<BrandToken, string>>;
  readonly dark: Readonly<Record<BrandToken, string>>;
}

/** A path on a 24 × 24 grid, drawn in the current text color. */
export interface MarkPath {
  readonly d: string;
  /** Width of the line in grid units; `null` when the path is filled. */
  readonly stroke: number | null;
}

export interface LegalSection {
  readonly heading: string;
  readonly paragraphs: readonly string[];
}

export interface LegalPage {
  readonly title: string;
  readonly intro: string;
  /** Plain date, YYYY-MM-DD, from which this text applies. */
  readonly effective: string;
  readonly sections: readonly LegalSection[];
}

export interface Support {
  readonly company: string;
  readonly email: string;
  /** E.164 */
  readonly phone: string;
  readonly hours: string;
  readonly address: string;
}

/** Texts of public pages, in the same order in each language. */
type InLanguages = Readonly<Record<'en' | 'es', readonly string[]>>;

/** Texts that few pages show, apart from the brands, which every page loads; the common texts are in `legal-pages.ts`. */
export interface BrandLegal {
  /** Data kept about a person, besides name and contact info, as the end of a sentence. */
  readonly kept: string;
  /** Put before the general closing sections. */
  readonly privacyExtra: readonly LegalSection[];
  readonly termsExtra: readonly LegalSection[];
  readonly support: Support;
  /**
   * Notices on the pages of agents. A sentence with `{organizations}` or `{plans}` is left out while its number is
   * unknown.
   */
  readonly pageNotices: InLanguages;
  /** What people can ask an agent about. */
  readonly pageTopics: InLanguages;
}

export interface Brand {
  readonly key: BrandKey;
  readonly name: string;
  readonly version: string;
  readonly tagline: string;
  readonly trade: 'insurance' | 'pre-need' | 'recruiting';
  /** Words of the trade, lower case, to be put into sentences. */
  readonly words: {
    readonly seller: string;
    readonly sellers: string;
    readonly client: string;
    readonly clients: string;
    readonly book: string;
  };
  readonly roleLabels: Readonly<Record<BrandRole, string>>;
  readonly hiddenRoles: readonly BrandRole[];
  readonly jobTitles: readonly BrandJobTitle[];
  /** Special characters that name fields accept, besides letters, space, hyphen, apostrophe and period. */
  readonly nameCharacters: string;
  readonly features: Readonly<Record<BrandFeature, FeatureReach>>;
  readonly mark: readonly MarkPath[];
}
