import type { OfServer } from '#contract/integrations.contract.ts';
import { sampleAuthorization } from '../integrations/sample-authorization.ts';
import type { Page } from 'playwright-core';
import { above, after, page, type Place, press } from './place.ts';

type Select = Parameters<typeof after>[1];

const choose = async (tab: Page, name: string): Promise<void> => {
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name }).click();
};
const verifyButton = (tab: Page) => tab.getByRole('button', { name: /^Verify \d+ number/u });

const templateOfBlocks = page('/admin/emails', '/admin/emails?edit=3', '.side .block-editor', 'admin');

const SERVER = {
  twilio: false,
  csg: 'sample',
  custom_domains: { available: false, live: 0, total: 0 },
} satisfies OfServer;

/** Selects contacts as someone who has connected PhoneBurner, which this server lacks. */
const withDialer =
  (select: Select): Select =>
  async (tab, visitors) => {
    const own = [sampleAuthorization({ type: 'phone_burner' })];
    await tab.route('**/v1/authorizations', (call) =>
      call.fulfill({ json: { data: own, meta: { offers: [], server: SERVER } } }),
    );
    await select(tab, visitors);
  };

/** E-mail of blocks, the sending domain, mailer kits and phone verifications, from the contact list and on their pages. */
export const kitPlaces = (contacts: Place, select: Select): Readonly<Record<string, Place>> => ({
  'a mailer kit for selected contacts': above(
    after({ ...contacts, who: 'manager' }, select),
    'mailer-kits/AssignKitDialog',
    async (tab) => {
      await choose(tab, 'Assign mailer kit…');
      await tab.getByRole('button', { name: /^Assign to \d+ contact/u }).waitFor();
    },
  ),
  'text registration': page('/admin/text-registration', '/admin/text-registration', 'form', 'admin'),
  'a template of blocks, with an open block': after(templateOfBlocks, async (tab) => {
    await tab.locator('.block-face').nth(1).click();
    await tab.locator('.block-fields textarea').waitFor();
  }),
  'the question before blocks become HTML': above(templateOfBlocks, 'email-templates/TemplateBody', (tab) =>
    tab.getByRole('button', { name: 'Convert to HTML source' }).click(),
  ),
  'the sending domain': page('/admin/sending-domain', '/admin/sending-domain', 'h1', 'admin'),
  wallet: page('/wallets', '/wallets', '.wallet .stats'),
  'the wallet of an agency': page('/wallets', '/wallets', '.wallet-agents', 'manager'),
  'a top-up': above(page('/wallets', '/wallets', '.wallet .stats'), 'wallets/TopUpDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Top up' }).click();
    await tab.getByRole('dialog').waitFor();
  }),
  palette: above(page('/calls', '/calls', 'tbody tr, .empty'), 'palette/Palette', press(/^Search or go to/u)),
  'the palette with what fits': above(
    page('/calls', '/calls', 'tbody tr, .empty'),
    'palette/Palette',
    async (tab, visitors) => {
      await press(/^Search or go to/u)(tab, visitors);
      await tab.getByRole('combobox', { name: 'Search contacts, pages and actions' }).fill('rep');
      await tab.getByRole('option', { name: /^Reports/u }).waitFor();
    },
  ),
  reconciliation: page('/admin/reconciliation', '/admin/reconciliation', 'tbody tr, .empty', 'admin'),
  'Max Plus': page('/max-plus', '/max-plus', '.max-plus .card'),
  'Max Plus of an agency': page('/max-plus', '/max-plus', '.max-plus tbody tr', 'manager'),
  'the price of Max Plus': above(
    page('/max-plus', '/max-plus', '.max-plus tbody tr', 'manager'),
    'plans/PlanChangeDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Subscribe to /u })
        .first()
        .click();
      await tab.getByRole('dialog').waitFor();
    },
  ),
  'a plan for texting': page('/subscriptions/sms', '/subscriptions/sms', '.plans .card'),
  'a plan for the phone': page('/subscriptions/dialer', '/subscriptions/dialer', '.plans-offers'),
  'licenses of a team': page('/subscriptions/dialer', '/subscriptions/dialer', '.plans-seats', 'manager'),
  'plans for sale': page('/admin/plans', '/admin/plans', 'tbody tr a', 'admin'),
  'a license': above(
    page('/subscriptions/dialer', '/subscriptions/dialer', '.plans-seats', 'manager'),
    'plans/LicenseDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Edit the license of /u })
        .first()
        .click();
      await tab.getByRole('dialog').waitFor();
    },
  ),
  'a receipt': page('/wallets/receipt', '/wallets/receipt?id=1', 'h1'),
  store: page('/store', '/store', '.store-item'),
  'my orders': page('/store/orders', '/store/orders', 'tbody tr'),
  'phone numbers': page('/numbers', '/numbers', 'tbody tr'),
  'phone numbers of a team': page('/numbers', '/numbers', 'tbody tr', 'manager'),
  'phone numbers for sale': above(page('/numbers', '/numbers', 'tbody tr'), 'numbers/FindNumberDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Get a number' }).click();
    await tab.getByRole('radio').first().waitFor();
  }),
  'the choice of who gets a number': above(
    page('/numbers', '/numbers', 'tbody tr', 'manager'),
    'users/ChoosePersonDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Assign /u })
        .first()
        .click();
      await tab.locator('.picker-person').first().waitFor();
    },
  ),
  products: page('/admin/products', '/admin/products', 'tbody tr a', 'admin'),
  corporations: page('/admin/corporations', '/admin/corporations', 'tbody tr a', 'admin'),
  'a corporation': page('/admin/corporations', '/admin/corporations?edit=1', '.side .rows', 'admin'),
  'the question before a file is removed': above(
    page('/admin/corporations', '/admin/corporations?edit=1', '.side .rows', 'admin'),
    '_resource/RemoveStored',
    press('Remove Pharmacy directory'),
  ),
  signups: page('/admin/signups', '/admin/signups', 'tbody tr a', 'admin'),
  'a signup': page('/admin/signups', '/admin/signups?signup=1', '.signup-panel .facts', 'admin'),
  licensing: page('/account/profile', '/account/profile?tab=licensing', '.signup-own .facts'),
  'the form of a signup': above(
    page('/account/profile', '/account/profile?tab=licensing', '.signup-own .facts'),
    '_resource/RecordDialog',
    async (tab) => {
      await tab.getByRole('button', { name: 'Edit signup' }).click();
      await tab.getByRole('dialog').waitFor();
    },
  ),
  'COMRA leads': page('/admin/comra-leads-reports', '/admin/comra-leads-reports', 'tbody tr a', 'admin'),
  'API requests': page('/admin/api-requests', '/admin/api-requests', '.empty', 'admin'),
  'API keys': page('/admin/api-requests', '/admin/api-requests?tab=keys', 'main .empty, main tbody tr .btn', 'admin'),
  'the limits of an API key': above(
    page('/admin/api-requests', '/admin/api-requests?tab=keys', 'main tbody tr .btn', 'admin'),
    '_resource/RecordDialog',
    press(/^Limits of/u),
  ),
  'the question before an administrator revokes a key': above(
    page('/admin/api-requests', '/admin/api-requests?tab=keys', 'main tbody tr .btn', 'admin'),
    'api-tracking/KeyList',
    press(/^Revoke /u),
  ),
  'leads of vendors': page('/admin/api-requests', '/admin/api-requests?tab=leads', 'tbody tr .btn', 'admin'),
  'a refused lead': above(
    page('/admin/api-requests', '/admin/api-requests?tab=leads&lead=refused', 'tbody tr .btn', 'admin'),
    '_resource/RecordDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Details/u })
        .first()
        .click();
      await tab.getByRole('button', { name: 'Try again' }).waitFor();
    },
  ),
  'an accepted lead': above(
    page('/admin/api-requests', '/admin/api-requests?tab=leads&lead=accepted', 'tbody tr .btn', 'admin'),
    'vendor-leads/VendorLeadDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Details/u })
        .first()
        .click();
      await tab.locator('.dialog .facts').waitFor();
    },
  ),
  'scorecards of vendors': page('/admin/api-requests', '/admin/api-requests?tab=vendors', 'tbody tr a', 'admin'),
  'webhook endpoints': page('/admin/api-requests', '/admin/api-requests?tab=webhooks', 'tbody tr a', 'admin'),
  'a webhook endpoint': page(
    '/admin/api-requests',
    '/admin/api-requests?tab=webhooks&edit=1',
    '.side .webhook-events',
    'admin',
  ),
  'webhook deliveries': page('/admin/api-requests', '/admin/api-requests?tab=deliveries', 'tbody tr .btn', 'admin'),
  'a webhook delivery': above(
    page('/admin/api-requests', '/admin/api-requests?tab=deliveries', 'tbody tr .btn', 'admin'),
    'webhooks/DeliveryDialog',
    async (tab) => {
      await tab
        .getByRole('button', { name: /^Details of/u })
        .first()
        .click();
      await tab.locator('.dialog .webhook-text').first().waitFor();
    },
  ),
  trainings: page('/trainings', '/trainings', '.training-rows li'),
  'managed trainings': page('/admin/trainings', '/admin/trainings', 'tbody tr a', 'admin'),
  'a managed training': page('/admin/trainings', '/admin/trainings?edit=1', '.side .training-types', 'admin'),
  'the question before a section is deleted': above(
    page('/admin/trainings', '/admin/trainings?section=Medicare', '.tabs-row', 'admin'),
    'trainings/SectionTools',
    press('Delete section'),
  ),
  settings: page('/admin/settings', '/admin/settings', 'tbody tr a', 'admin'),
  'a setting with its history': page('/admin/settings', '/admin/settings?edit=3', '.setting-history li', 'admin'),
  orders: page('/admin/orders', '/admin/orders', 'tbody tr a', 'admin'),
  'an order': page('/admin/orders', '/admin/orders?order=4', '.order-lines', 'admin'),
  'a refund': above(
    page('/admin/orders', '/admin/orders?order=4', '.order-lines', 'admin'),
    'orders/RefundDialog',
    async (tab) => {
      await tab.getByRole('button', { name: 'Refund…' }).click();
      await tab.getByRole('dialog').waitFor();
    },
  ),
  'mailer kits': page('/admin/mailer-kits', '/admin/mailer-kits', 'tbody tr a', 'admin'),
  'a mailer kit': page('/admin/mailer-kits', '/admin/mailer-kits?edit=1', '.side textarea', 'admin'),
  'numbers of selected contacts to verify': above(
    after(contacts, select),
    'verifications/VerifyDialog',
    async (tab) => {
      await choose(tab, 'Verify numbers…');
      await verifyButton(tab).waitFor();
    },
  ),
  'contacts to dial with PhoneBurner': above(
    after(contacts, withDialer(select)),
    'integrations/DialDialog',
    async (tab) => {
      await choose(tab, 'Dial with PhoneBurner…');
      await tab.getByRole('button', { name: 'Start dial session' }).waitFor();
    },
  ),
  'phone verifications': page('/verifications', '/verifications', 'h1'),
  'a phone verification': after({ ...contacts, route: '/verifications/$id' }, async (tab, visitors) => {
    await select(tab, visitors);
    await choose(tab, 'Verify numbers…');
    await verifyButton(tab).click();
    await tab.getByText('Complete').first().waitFor();
  }),
});
