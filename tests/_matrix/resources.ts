import { businessUnits } from '#contract/business-units.contract.ts';
import { carriers } from '#contract/carriers.contract.ts';
import { campaignTriggers } from '#contract/campaign-triggers.contract.ts';
import { broadcastEmails } from '#contract/email-templates.contract.ts';
import { products } from '#contract/store/products.contract.ts';
import { corporations } from '#contract/corporations.contract.ts';
import { customDomains } from '#contract/custom-domains.contract.ts';
import { officeLocations } from '#contract/office-locations.contract.ts';
import { mailerKits } from '#contract/mailer-kits.contract.ts';
import * as reference from '#contract/reference.contract.ts';
import type { AnyResource } from '#contract/resource.ts';
import { trainings } from '#contract/trainings.contract.ts';
import { tags } from '#contract/tags.contract.ts';
import { webhookEndpoints } from '#contract/webhooks.contract.ts';

/** Test data of a resource that its contract lacks. */
export interface ResourceSpec {
  readonly resource: AnyResource;
  readonly table: string;
  /** Column and field that names a row. */
  readonly title: string;
  /** Scope of its rows: only the account's, or those of business units as well. */
  readonly rows: 'account' | 'unit';
  /** Values that a new row needs beside its name. */
  readonly required?: Readonly<Record<string, string | number | readonly string[]>>;
  /** A column in which each row of the matrix has a value of its own: it is unique, or one call deletes by it. */
  readonly own?: string;
  /** Makes a title of a text that tells rows apart; absent: the text itself. */
  readonly titleOf?: (text: string) => string;
  /** A change that is no other name. */
  readonly change: Readonly<Record<string, unknown>>;
}

const named = (resource: AnyResource, table: string): ResourceSpec => ({
  resource,
  table,
  title: 'name',
  rows: 'account',
  change: { name: 'Renamed' },
});

/**
 * Resources whose rows all users of an account see, by the kind of a row in the matrix: kinds, places and requests of
 * the matrix are derived from here, and `describeResource` tests each.
 */
export const RESOURCES = {
  tag: { ...named(tags, 'tags'), change: { color: 'red' } },
  groupChoice: named(reference.groups, 'groups'),
  source: named(reference.sources, 'sources'),
  category: { ...named(reference.categories, 'categories'), title: 'title', change: { description: 'Changed' } },
  apiVendor: { ...named(reference.apiVendors, 'api_vendors'), title: 'vendor_name', change: { vendor_type: 'Web' } },
  status: { ...named(reference.statuses, 'statuses'), rows: 'unit', change: { color: 'red' } },
  flowStatus: { ...named(reference.agentflowStatuses, 'agentflow_statuses'), rows: 'unit', change: { position: 3 } },
  flowGroup: {
    ...named(reference.agentflowStatusGroups, 'agentflow_status_groups'),
    rows: 'unit',
    change: { position: 3 },
  },
  carrier: { ...named(carriers, 'carriers'), change: { lines: ['Medigap', 'Part D'] } },
  businessUnit: { ...named(businessUnits, 'business_units'), own: 'number', change: { number: 'TX-4' } },
  officeLocation: {
    ...named(officeLocations, 'office_locations'),
    rows: 'unit',
    required: { office_type: 'main' },
    change: { city: 'Austin' },
  },
  customDomain: {
    ...named(customDomains, 'custom_domains'),
    title: 'custom_domain',
    titleOf: (text) => `${text.toLowerCase().replaceAll(/[^a-z\d]+/gu, '-')}.agency.test`,
    rows: 'unit',
    change: { custom_domain: 'changed.agency.test' },
  },
  webhookEndpoint: {
    ...named(webhookEndpoints, 'webhook_endpoints'),
    // Events that nothing else here causes: each of many endpoints would get one of each contact.
    required: { url: 'https://hooks.agency.test/bellwether', events: ['soa.completed'] },
    change: { events: ['order.paid'] },
  },
  corporation: { ...named(corporations, 'corporations'), rows: 'unit', change: { city: 'Austin' } },
  training: {
    ...named(trainings, 'trainings'),
    title: 'title',
    required: { section: 'Getting started' },
    own: 'section',
    change: { section: 'Medicare', for_account_types: ['agent'] },
  },
  emailTemplate: {
    ...named(broadcastEmails, 'email_templates'),
    rows: 'unit',
    required: { subject: 'Your review', body: 'Hello {{ first_name }}' },
    change: { subject: 'Your yearly review' },
  },
  mailerKit: {
    ...named(mailerKits, 'mailer_kits'),
    rows: 'unit',
    required: { kind: 'letters', body: 'Dear {{ first_name }}' },
    change: { purpose: '65th birthday' },
  },
  product: { ...named(products, 'products'), required: { price: 48 }, change: { price: 52.5 } },
  campaignTrigger: {
    ...named(campaignTriggers, 'campaign_triggers'),
    rows: 'unit',
    required: { trigger_type: 'sms' },
    change: { category: 'Birthdays' },
  },
} as const satisfies Readonly<Record<string, ResourceSpec>>;

export const RESOURCE_SPECS: readonly (readonly [kind: keyof typeof RESOURCES, ResourceSpec])[] = Object.entries(
  RESOURCES,
) as never;
