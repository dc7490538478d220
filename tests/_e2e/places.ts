import { DEMO_PASSWORD } from '../../server/features/demo/demo-people.ts';
import type { Page } from 'playwright-core';
import { photo } from '../files/sample-files.ts';
import { signInByForm } from '../../model-tests/session/two-factor-person.ts';
import { MAX } from './chat-places.ts';
import { CALENDAR_PLACES } from './calendar-places.ts';
import { CONTACT_PLACES, DUPLICATES } from './contact-places.ts';
import { LINK_PLACES } from './link-places.ts';
import { NOTIFICATION_PLACES } from './notification-places.ts';
import { PAGE_PLACES } from './page-places.ts';
import { INTEGRATION_PLACES } from './integration-places.ts';
import { SOA_PLACES } from './soa-places.ts';
import { workflowPlaces } from './workflow-places.ts';
import { kitPlaces } from './kit-places.ts';
import { BROADCASTS } from './broadcast-places.ts';
import { MESSAGES } from './message-places.ts';
import { CALLS, PHONE } from './phone-places.ts';
import { above, after, ANYWHERE, cut, type Go, page, type Place, press } from './place.ts';
import { REFERENCE_PLACES } from './reference-places.ts';
import { REPORT_PLACES } from './report-places.ts';
import { upload, type Visitor } from './visitors.ts';

const contacts = page('/contacts', '/contacts', 'tbody tr a');
const contact = after({ ...contacts, route: '/contacts/$number' }, async (tab) => {
  await tab.locator('tbody tr a').first().click();
  await tab.locator('.event').first().waitFor();
});
const allContacts = page('/contacts', '/contacts?contact_group=all', 'tbody tr a', 'admin');
/** Found by name: the newest contact may be on a call of the agent, or in an import, and can't be erased then. */
const contactOfAdmin = after(
  {
    ...page('/contacts', '/contacts?contact_group=all&q=pemberton', 'tbody tr a', 'admin'),
    route: '/contacts/$number',
  },
  async (tab) => {
    await tab.locator('tbody tr a').first().click();
    await tab.locator('.event').first().waitFor();
  },
);
/** The last contact of the page, which no other place needs. */
const heldContact = after({ ...allContacts, route: '/contacts/$number' }, async (tab) => {
  await tab.locator('tbody tr a').last().click();
  const place = tab.getByRole('button', { name: /^Place legal hold/u });
  const lift = tab.getByRole('button', { name: /^Lift legal hold/u });
  await place.or(lift).waitFor();
  // What loads above the button moves it.
  await tab.getByRole('region', { name: 'Policies at a glance' }).locator('li, p.soft').first().waitFor();
  if (await lift.isVisible()) return;
  await place.click();
  await tab.getByLabel('Reason').fill('Complaint 2026-118');
  await tab.getByRole('button', { name: 'Place hold' }).click();
  await lift.waitFor();
});
/** A contact at one of its tabs. */
const atTab = (label: string, shown = '.records .card, .records .empty') =>
  after(contact, async (tab) => {
    // With a count, where it has rows.
    await tab.getByRole('tab', { name: new RegExp(`^${label}( ?\\d|$)`, 'u') }).click();
    await tab.locator(shown).first().waitFor();
  });
const writeRx: Go = async (tab) => {
  await tab.getByRole('button', { name: /^(Add prescriptions|Show)$/u }).click();
  const edit = tab.getByRole('button', { name: 'Edit', exact: true });
  await edit.or(tab.locator('.grid-edit')).first().waitFor();
  if (await edit.isVisible()) await edit.click();
  await tab.getByLabel('Drug of prescription 1').fill('Lisinopril');
};
const people = page('/admin/users', '/admin/users', 'tbody tr a', 'manager');
const person = after({ ...people, route: '/admin/users/$id' }, async (tab) => {
  await tab.getByRole('link', { name: /Whitfield/u }).click();
  await tab.getByRole('heading', { name: 'Activity' }).waitFor();
});
const personOfAdmin = { ...person, who: 'admin' } as const;
const profile = (tab: string, shown: string, who: Visitor = 'agent') =>
  page('/account/profile', `/account/profile?tab=${tab}`, shown, who);
const signIn = page('/login', '/login', 'h1', 'stranger');
const kit = page('/_kit', '/_kit', 'h1');
const files = page('/imports/new', '/imports/new', '.drop');
const columns: Place = { ...files, route: '/imports/$id', go: (tab) => upload(tab) };
const checked = after(columns, async (tab) => {
  await tab.getByRole('button', { name: 'Check the file' }).click();
  await tab.getByRole('button', { name: /^Import /u }).waitFor();
});
const done: Place = {
  ...columns,
  go: async (tab, visitors) => {
    await tab.goto(await visitors.importPath());
    await tab.getByText('Done', { exact: true }).first().waitFor();
  },
};
const paused: Place = {
  ...columns,
  who: 'importer',
  go: async (tab, visitors) => {
    await tab.goto(await visitors.pausedPath());
    await tab.getByRole('button', { name: 'Resume', exact: true }).waitFor();
  },
};
const guarded = profile('two_factor', '.settings-parts', 'guarded');
const codes = after(guarded, async (tab) => {
  await tab.getByRole('button', { name: 'Generate new codes' }).click();
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Generate new codes' }).click();
  await tab.getByRole('list', { name: 'Recovery codes' }).waitFor();
});
const keys = profile('api', '.card');
const membership = page('/billing', '/billing', '.billing .facts', 'member');
const secondStep = after(signIn, async (tab, visitors) => {
  await signInByForm(tab, (await visitors.guarded()).username);
  await tab.getByLabel('Code', { exact: true }).waitFor();
});
const narrow: Go = (tab) => tab.setViewportSize({ width: 390, height: 844 });
const select: Go = async (tab) => {
  await tab.keyboard.press('j');
  await tab.keyboard.press('x');
  await tab.getByRole('toolbar').waitFor();
};

const OUTSIDE: Readonly<Record<string, Place>> = {
  'signing in': signIn,
  'a refused sign-in': after(signIn, async (tab) => {
    await signInByForm(tab, 'agent', 'not the password');
    await tab.getByRole('alert').waitFor();
  }),
  'signing in inside an app': page('/login-app', '/login-app', 'h1', 'stranger'),
  'the second step': secondStep,
  'the second step by a recovery code': after(secondStep, async (tab) => {
    await tab.getByRole('button', { name: 'Use a recovery code' }).click();
    await tab.getByLabel('Recovery code').waitFor();
  }),
  'a lost password': page('/reset-password', '/reset-password', 'form', 'stranger'),
  'a new password': page('/reset-password', '/reset-password?token=t', 'input[type=password]', 'stranger'),
  'a refused single sign-on': page('/api/auth/callback', '/api/auth/callback?error=access_denied', 'h1', 'stranger'),
  'signed out of single sign-on': page('/sso-logout', '/sso-logout', 'h1', 'stranger'),
  'contact us': page('/contact-us', '/contact-us', 'h1', 'stranger'),
  'the privacy policy': page('/privacy-policy', '/privacy-policy', 'h1', 'stranger'),
  'the terms of use for all': page('/terms-of-use', '/terms-of-use', 'h1', 'stranger'),
};

const printing = async (tab: Page): Promise<void> => {
  await tab.getByRole('button', { name: 'More' }).click();
  await tab.getByRole('menuitem', { name: 'Print…' }).click();
  await tab.getByText('First label').waitFor();
};

const CONTACTS: Readonly<Record<string, Place>> = {
  contacts,
  'nobody found': page('/contacts', '/contacts?q=zzqqzz', '.empty'),
  'deleted contacts': page('/contacts', '/contacts?contact_group=deleted', '.empty, tbody tr a'),
  'some contacts selected': after(contacts, select),
  'what more can be done with contacts': {
    ...above(after(contacts, select), 'contacts/list/ContactBulkBar', press('More')),
    isOpenedAnew: true,
  },
  'tags for selected contacts': above(after(contacts, select), 'bulk/BulkDialog', press('Tags')),
  'a status for selected contacts': above(after(contacts, select), 'bulk/BulkDialog', press('Status')),
  'Do Not Call for selected contacts': above(after(contacts, select), 'bulk/BulkDialog', async (tab) => {
    await tab.getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: 'Do Not Call…' }).click();
    await tab.getByLabel('Evidence').waitFor();
  }),
  'the first or last contacts': above(after(contacts, select), 'bulk/FirstLastDialog', async (tab) => {
    await tab.getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: /First or last/u }).click();
  }),
  'an export of selected contacts': above(after(contacts, select), 'exports/ExportDialog', async (tab) => {
    await tab.getByRole('button', { name: 'More' }).click();
    await tab.getByRole('menuitem', { name: 'Export…' }).click();
    await tab.getByLabel('File').waitFor();
  }),
  'labels for selected contacts': above(after(contacts, select), 'printing/PrintDialog', printing),
  'a letter to selected contacts': above(after(contacts, select), 'printing/PrintDialog', async (tab) => {
    await printing(tab);
    await tab.getByLabel('Print type').selectOption('letters');
    await tab.getByLabel('Text', { exact: true }).waitFor();
  }),
  'a new e-mail': page('/admin/email-management/new', '/admin/email-management/new', '.new-email textarea'),
  ...CALENDAR_PLACES,
  ...CONTACT_PLACES,
  ...LINK_PLACES,
  ...PAGE_PLACES,
  ...NOTIFICATION_PLACES,
  ...INTEGRATION_PLACES,
  ...SOA_PLACES,
  ...REPORT_PLACES,
  ...workflowPlaces(contacts, select),
  ...kitPlaces(contacts, select),
  prints: page('/prints', '/prints', 'h1'),
  'a print': after({ ...contacts, route: '/prints/$jid' }, async (tab, visitors) => {
    await select(tab, visitors);
    await printing(tab);
    await tab.getByRole('button', { name: /^Print [\d,]+ label/u }).click();
    await tab.getByRole('link', { name: 'Open PDF' }).waitFor();
  }),
  'no such print': page('/prints/$jid', `/prints/${'A'.repeat(22)}`, '.empty'),
  'exports of contacts': page('/exports', '/exports', '.drop, .empty'),
  'changes of contacts': page('/contacts/bulk', '/contacts/bulk', 'h1'),
  'a change of contacts': after({ ...contacts, route: '/contacts/bulk/$id' }, async (tab, visitors) => {
    await select(tab, visitors);
    const answer = tab.waitForResponse(/destroy_all/u);
    await tab.getByRole('button', { name: 'Delete' }).click();
    const { data } = (await (await answer).json()) as { data: { job: { id: number } } };
    await tab.goto(`/contacts/bulk/${data.job.id}`);
    // Leaves the world unchanged for the next visitor.
    await tab.getByRole('button', { name: 'Undo' }).click();
    await tab
      .getByText(/^Undone:/u)
      .first()
      .waitFor();
  }),
  'no such change of contacts': page('/contacts/bulk/$id', '/contacts/bulk/99999999', '.empty'),
  'a message with a way back': after(page('/contacts', '/contacts?q=lee', 'tbody tr a'), async (tab, visitors) => {
    await select(tab, visitors);
    await tab.getByRole('button', { name: 'Delete' }).click();
    await tab.getByRole('button', { name: /^Undo/u }).click();
    await tab.getByText(/ restored\.$/u).waitFor();
  }),
  'contacts that load': cut(contacts, '/contacts', '**/v1/contacts', 'hangs', 'table[aria-busy=true]'),
  'contacts that failed to load': cut(contacts, '/contacts', '**/v1/contacts', 'fails', '.err'),
  'a filter of contacts': above(contacts, 'contacts/list/FilterForm', press('Filter')),
  'saved views of contacts': {
    ...above(contacts, 'quick-filters/ViewsPopover', press('Views')),
    isOpenedAnew: true,
  },
  'columns of contacts': above(contacts, 'contacts/list/ColumnsForm', press('Columns')),
  'a new contact': above(contacts, 'contacts/NewContactDialog', press(/^New/u)),
  'a new contact that is refused': above(contacts, 'contacts/NewContactDialog', async (tab) => {
    await tab.getByRole('button', { name: /^New/u }).click();
    await tab.getByRole('textbox', { name: 'Phone', exact: true }).fill('12');
    await tab.getByRole('button', { name: 'Create contact' }).click();
    await tab.locator('[aria-invalid=true]').waitFor();
  }),
  'a contact': contact,
  'more actions of a contact': above(contact, 'contacts/page/ContactActions', press(/^More$/u)),
  'a value being edited': after(contact, async (tab) => {
    await tab.getByRole('button', { name: 'Edit City' }).click();
    await tab.getByRole('textbox', { name: 'City' }).waitFor();
  }),
  'somebody to link a contact with': above(contact, 'contacts/page/LinkContactForm', press('Link')),
  'what an erasure takes': after(above(contactOfAdmin, 'erasures/EraseDialog', press(/^Erase personal data/u)), (tab) =>
    tab.getByText('Kept by law, encrypted').waitFor(),
  ),
  'a legal hold to place': above(contactOfAdmin, '_resource/RecordDialog', press(/^Place legal hold/u)),
  'the question before a legal hold is lifted': above(
    heldContact,
    'compliance/LegalHoldCard',
    press(/^Lift legal hold/u),
  ),
  'the details of a contact on a phone': after(contact, async (tab, visitors) => {
    await narrow(tab, visitors);
    await tab.getByRole('button', { name: 'Details', exact: true }).click();
    await tab.getByRole('heading', { name: 'Contact info', exact: true }).waitFor();
  }),
  'no such contact': page('/contacts/$number', '/contacts/99999999', '.empty'),
  'an address that names no contact': page('/contacts/$number', '/contacts/nobody', '.empty'),
};

const RECORDS: Readonly<Record<string, Place>> = {
  'policies of a contact': atTab('Policies'),
  'a new policy': above(atTab('Policies'), '_resource/RecordDialog', press('Add policy')),
  'a new policy that is refused': above(atTab('Policies'), '_resource/RecordDialog', async (tab) => {
    await tab.getByRole('button', { name: 'Add policy' }).click();
    await tab.getByLabel('Premium in dollars').fill('free');
    await tab.getByRole('dialog').getByRole('button', { name: 'Add policy' }).click();
    await tab.locator('[aria-invalid=true]').waitFor();
  }),
  'the question before a policy is thrown away': above(atTab('Policies'), '_resource/RecordForm', async (tab) => {
    await tab.getByRole('button', { name: 'Add policy' }).click();
    await tab.getByLabel('Carrier').fill('Humana');
    await tab.getByRole('button', { name: 'Cancel' }).click();
  }),
  'securities of a contact': atTab('Securities'),
  'a new security': above(atTab('Securities'), '_resource/RecordDialog', press('Add security')),
  'prescriptions of a contact': atTab('Rx'),
  'prescriptions being written': after(atTab('Rx'), writeRx),
  'the question before prescriptions are lost': above(after(atTab('Rx'), writeRx), 'records/KeepTyped', (tab) =>
    tab.getByRole('link', { name: 'Contacts' }).first().click(),
  ),
  'data of a contact': atTab('Data', '.sealed'),
  'a private number that is refused': after(atTab('Data', '.sealed'), async (tab) => {
    await tab.getByRole('button', { name: /^(Add|Change) Social Security number$/u }).click();
    await tab.getByRole('textbox', { name: 'Social Security number' }).fill('12');
    await tab.getByRole('textbox', { name: 'Social Security number' }).press('Enter');
    await tab.locator('[aria-invalid=true]').waitFor();
  }),
  'the question before a private number goes': above(atTab('Data', '.sealed'), 'records/SealedNumbers', async (tab) => {
    await tab.getByRole('button', { name: 'Add Bank account number' }).click();
    await tab.getByRole('textbox', { name: 'Bank account number' }).fill('000123456789');
    await tab.getByRole('button', { name: 'Save' }).click();
    await tab.getByRole('button', { name: 'Change Bank account number' }).click();
    await tab.getByRole('button', { name: 'Remove', exact: true }).click();
  }),
  'an import from Medicare': above(atTab('Data', '.sealed'), 'records/MedicareDialog', press('Import from Medicare')),
};

const TIMELINE: Readonly<Record<string, Place>> = {
  'notes of a contact': atTab('Notes', '.composer:visible'),
  'e-mails of a contact': atTab('E-mail log', '.log, .empty'),
  'workflows of a contact': atTab('Workflow log', '.log, .empty'),
  'transfers of a contact': atTab('Transfer history', '.log, .empty'),
  'consent of a contact': atTab('Consent', '.consent .decisions'),
  'consent being written down': after(atTab('Consent', '.consent .decisions'), async (tab) => {
    await tab.getByRole('button', { name: 'Record consent' }).click();
    await tab.getByRole('button', { name: 'Record consent', exact: true }).click();
    await tab.locator('.consent-form [aria-invalid=true]').waitFor();
  }),
  'a mail being written': atTab('E-mail', '.composer-lines'),
};

const withFiles = atTab('Files', '.file-row');
const uploadTrap: Go = async (tab) => {
  await tab
    .locator('.files input[type=file]')
    .setInputFiles({ name: 'trap.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await tab.locator('.file-upload [role=alert]').waitFor();
};
const FILES: Readonly<Record<string, Place>> = {
  'files of a contact': withFiles,
  'a look at a file': above(withFiles, 'files/PreviewDialog', press('Review notes.txt')),
  'the name of a file': above(withFiles, 'files/EditFileDialog', press('Rename Review notes.txt')),
  'a file that is refused': after(withFiles, uploadTrap),
  'the question before uploads are lost': above(after(withFiles, uploadTrap), 'files/UploadList', (tab) =>
    tab.getByRole('link', { name: 'Contacts' }).first().click(),
  ),
  'recordings of a contact': atTab('Call files', '.file-row'),
  'files for many contacts': page('/imports/attachments', '/imports/attachments', '.drop'),
};

const IMPORTS: Readonly<Record<string, Place>> = {
  imports: after(page('/imports', '/imports', 'h1'), async (tab, visitors) => {
    await visitors.importPath();
    await tab.goto('/imports');
    await tab.locator('tbody tr').first().waitFor();
  }),
  'no failed imports': page('/imports', '/imports?tab=failed', '.empty'),
  'no such import': page('/imports/$id', '/imports/999999', '.empty'),
  'choosing a file': files,
  'the columns of a file': columns,
  'a checked file': checked,
  'the question before an import is cancelled': above(paused, 'imports/steps/ImportActions', press('Cancel import')),
  'a paused import': paused,
  'a finished import': done,
  'rows with problems': after(done, async (tab) => {
    await tab.getByRole('button', { name: 'Fix' }).first().click();
    await tab.getByRole('grid').waitFor();
  }),
  'the question before an import is deleted': above(done, 'imports/steps/ImportActions', press('Delete')),
  'the question before an import is undone': above(done, 'imports/steps/UndoDialog', press('Undo import')),
};

const transferred: Place = {
  route: '/transfers/$id',
  who: 'manager',
  floats: [],
  go: async (tab, visitors) => {
    await tab.goto(await visitors.transferPath());
    await tab.getByRole('button', { name: 'Revert' }).waitFor();
  },
};

const newOwners = above(after({ ...contacts, who: 'manager' }, select), 'transfers/TransferDialog', async (tab) => {
  await tab.getByRole('toolbar').getByRole('button', { name: 'Transfer' }).click();
  await tab.locator('.picker-person').first().waitFor();
});

const TRANSFERS: Readonly<Record<string, Place>> = {
  transfers: after(page('/transfers', '/transfers', 'h1', 'manager'), async (tab, visitors) => {
    await visitors.transferPath();
    await tab.goto('/transfers');
    await tab.locator('tbody tr').first().waitFor();
  }),
  'no transfer that fits': page('/transfers', '/transfers?q=zzqqzz', '.empty', 'manager'),
  'who gets selected contacts': newOwners,
  'what a transfer would come to': after(newOwners, async (tab) => {
    await tab.locator('.picker-person').first().click();
    await tab.getByRole('list', { name: 'Summary' }).waitFor();
  }),
  'a transfer': transferred,
  'no such transfer': page('/transfers/$id', '/transfers/99999999', '.empty', 'manager'),
  'the question before a transfer is reverted': above(transferred, 'transfers/RevertQuestion', press('Revert')),
};

const demoWorld = page('/admin/demo', '/admin/demo', '.wire', 'admin');

const rules = page('/admin/rules', '/admin/rules', 'tbody tr', 'admin');

const help = page('/help', '/help', '.help-contents');
const failedJobs = page('/admin/failed-jobs', '/admin/failed-jobs', '.empty', 'admin');

const templates = page('/admin/emails', '/admin/emails', 'tbody tr a', 'admin');

const ADMIN: Readonly<Record<string, Place>> = {
  live: page('/live', '/live', '.stats', 'manager'),
  outbox: page('/outbox', '/outbox', 'h1', 'manager'),
  'the audit log': page('/admin/audit-log', '/admin/audit-log', 'tbody tr', 'admin'),
  'failed jobs': failedJobs,
  'the question before sends are stopped': above(failedJobs, 'failed-jobs/StopSendsDialog', press('Stop all sends')),
  administration: page('/admin', '/admin', '.admin-links a', 'admin'),
  features: page('/admin/features', '/admin/features', 'tbody select', 'admin'),
  dashboard: page('/dashboard', '/dashboard', '.dashboard'),
  help,
  'a request for help': above(help, 'help/HelpDialog', press('Get help')),
  'an answer of the help': page('/help', '/help?q=undo%20an%20import', '.help-list'),
  'a help page at a place': page('/help/$page', '/help/the-screen#keyboard-shortcuts', '.help-table'),
  'no such help page': page('/help/$page', '/help/nothing-here', '.empty'),
  ...REFERENCE_PLACES,
  templates,
  'an e-mail template and its preview': page(
    '/admin/emails',
    '/admin/emails?edit=2',
    '.template-preview .template-html',
    'admin',
  ),
  'a template with notes': after(
    page('/admin/emails', '/admin/emails?edit=1', '.side textarea', 'admin'),
    async (tab) => {
      await tab.locator('.side textarea').fill('Act now, {{ frist_name }}');
      await tab.locator('.template-notes .note').first().waitFor();
    },
  ),
  'campaign triggers': page('/admin/campaign-triggers', '/admin/campaign-triggers', 'tbody tr a', 'admin'),
  'a campaign trigger of SMS': page(
    '/admin/campaign-triggers',
    '/admin/campaign-triggers?edit=1',
    '.side textarea',
    'admin',
  ),
  'a campaign trigger of e-mail': page(
    '/admin/campaign-triggers',
    '/admin/campaign-triggers?edit=3',
    '.side .several .chip',
    'admin',
  ),
  'templates to turn on or off': above(templates, 'email-templates/BulkTemplatesDialog', press('Bulk changes')),
  rules,
  'no coming rules': page('/admin/rules', '/admin/rules?tab=coming', '.empty', 'admin'),
  'a new rule': above(rules, 'compliance/AddRuleDialog', press('Add rule')),
  'a rule that ends': above(rules, 'compliance/EndRuleDialog', press(/^End: /u)),
  'the demo world': demoWorld,
  'the question before a reset': above(demoWorld, 'demo/ResetDialog', press(/^Reset demo world/u)),
  people,
  'nobody of that name': page('/admin/users', '/admin/users?q=zzqqzz', '.empty', 'manager'),
  'a new person': above({ ...people, who: 'admin' }, 'users/NewUserDialog', press(/^Add/u)),
  'a person': person,
  'a person as admins see them': personOfAdmin,
  'the question before a role is given': above(personOfAdmin, 'users/UserRoles', async (tab) => {
    await tab.getByRole('radio', { name: 'Telemarketer' }).check();
    await tab.getByRole('button', { name: /^Change to/u }).click();
  }),
  'no such person': page('/admin/users/$id', '/admin/users/999999', '.empty', 'manager'),
  'before acting for somebody': above(people, 'users/ActAsDialog', press(/^Log in as .* Whitfield/u)),
  'whom to act for': above(people, 'users/PeoplePicker', async (tab) => {
    await tab.getByRole('button', { name: /display options and sign out/u }).click();
    await tab.getByRole('button', { name: 'Log in as…' }).click();
    await tab.locator('.picker-person').first().waitFor();
  }),
  'contacts while acting': after(page('/contacts', '/contacts?q=lee', 'tbody tr a', 'acting'), async (tab) => {
    await tab.getByRole('region', { name: 'Logged in as another user' }).waitFor();
  }),
  'contacts selected while acting': after(page('/contacts', '/contacts?q=lee', 'tbody tr a', 'acting'), select),
  'a password while acting': profile('password', '.empty', 'acting'),
};

const ACCOUNT: Readonly<Record<string, Place>> = {
  profile: profile('profile', 'form'),
  'the question before a logo is removed': above(profile('profile', '.own-file'), 'profile/OwnFile', async (tab) => {
    const logo = tab.getByRole('group', { name: 'Logo', exact: true });
    const file = { name: 'logo.png', mimeType: 'image/png', buffer: await photo('png') };
    await logo.locator('input').setInputFiles(file);
    await logo.getByRole('button', { name: 'Remove' }).click();
  }),
  'a password': profile('password', 'input[type=password]'),
  'two-factor': profile('two_factor', '.card .btn.primary'),
  'two-factor being set up': after(profile('two_factor', '.card .btn.primary', 'manager'), async (tab) => {
    await tab.getByRole('button', { name: 'Set up two-factor' }).click();
    await tab.getByLabel('Code from the app').waitFor();
    await tab.getByRole('button', { name: 'Turn on two-factor' }).click();
    await tab.getByText('Enter the code.').waitFor();
  }),
  'two-factor that is on': guarded,
  'the question before two-factor goes': above(guarded, 'two-factor/TwoFactorOn', press('Turn off two-factor')),
  'the question before new codes': above(guarded, 'two-factor/TwoFactorOn', press('Generate new codes')),
  'recovery codes': codes,
  'leaving recovery codes': above(codes, 'profile/ProfilePage', async (tab) => {
    await tab.getByRole('link', { name: 'Contacts' }).first().click();
  }),
  'display options': profile('display', '.swatches'),
  'API access': keys,
  'the question before a new token': above(keys, 'api-access/ApiTokenCard', press('Generate new token')),
  'a new API key': after(keys, async (tab) => {
    await tab.getByRole('button', { name: 'New key' }).click();
    await tab.getByRole('button', { name: 'Create key' }).click();
    await tab.getByText('Enter a key name.').waitFor();
  }),
  'the question before a key is revoked': above(keys, 'api-access/KeyRow', async (tab) => {
    await tab.getByRole('button', { name: 'New key' }).click();
    await tab.getByLabel('Key name').fill('Website form');
    await tab.getByRole('checkbox').first().check();
    await tab.getByRole('button', { name: 'Create key' }).click();
    const revoke = tab.getByRole('button', { name: /^Revoke/u }).first();
    // The proof of the sign-in is 15 minutes old on a busy computer.
    const proof = tab.getByLabel('Your password', { exact: true });
    await revoke.or(proof).first().waitFor();
    if (await proof.isVisible()) {
      await proof.fill(DEMO_PASSWORD);
      await proof.press('Enter');
    }
    await revoke.click();
  }),
  'own sessions': profile('sessions', '.settings-rows li'),
  'the question before others are signed out': above(
    profile('sessions', '.settings-rows li', 'admin'),
    'session/OwnSessions',
    async (tab, visitors) => {
      const other = await tab
        .context()
        .browser()
        ?.newContext({ baseURL: new URL(tab.url()).origin });
      const elsewhere = await other?.newPage();
      await elsewhere?.goto('/login');
      await elsewhere?.getByRole('button', { name: /^admin/u }).click();
      await elsewhere?.waitForURL(/\/dashboard/u);
      await other?.close();
      await tab.reload();
      await press(/^Sign out of other sessions|^All other sessions/u)(tab, visitors);
    },
  ),
  'plan and features': profile('features', 'tbody tr'),
};

const BILLING: Readonly<Record<string, Place>> = {
  'billing without a plan': page('/billing', '/billing', '.billing .card'),
  'billing of a member': membership,
  'the question before a membership ends': above(membership, 'billing/BillingOverview', press('Cancel membership')),
  'the plans': page('/billing/plan', '/billing/plan', '.plans'),
  'a review': page('/billing/review', '/billing/review?plan=1', '.billing .facts'),
  'a card': page('/billing/update', '/billing/update', '.card-form'),
};

const EVERYWHERE: Readonly<Record<string, Place>> = {
  'the terms of use': above(page('/contacts', '/contacts', 'h1', 'newcomer'), 'session/TermsDialog', (tab) =>
    tab.getByRole('button', { name: 'Accept terms' }).waitFor(),
  ),
  'who it is, asked anew': above({ ...keys, who: 'doubted' }, 'session/ProofDialog', press('View token')),
  'the menu of a person': above(contacts, '_frame/PersonChoices', press(/display options and sign out/u)),
  'the keys': above(contacts, '_app/ShortcutsDialog', (tab) => tab.keyboard.press('?')),
  'the menu on a phone': above(page('/imports', '/imports', 'h1'), '_frame/NavSheet', async (tab, visitors) => {
    await narrow(tab, visitors);
    await tab.getByRole('button', { name: 'Menu', exact: true }).click();
  }),
  'a line that is gone': after(page('/imports', '/imports', 'h1'), async (tab) => {
    await tab.context().setOffline(true);
    await tab.locator('.fresh', { hasText: 'Offline' }).waitFor();
    await tab.context().setOffline(false);
  }),
  'a server that cannot be reached': cut(ANYWHERE, '/contacts', '**/v1/users/me', 'isLost', '.err'),
  // The app reloads first: after a deploy, that brings the new page.
  'a page that broke': after(cut(ANYWHERE, '/imports', '**/assets/ImportsPage*', 'isLost', '.err'), async (tab) => {
    await tab.waitForFunction(() => {
      const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return opened?.type === 'reload';
    });
    await tab.locator('.err').first().waitFor();
  }),
  'no such page': { ...page('/contacts', '/nowhere', '.empty'), ...ANYWHERE },
  'not for you': page('/admin/features', '/admin/features', '.empty'),
  machines: page('/_machines', '/_machines', 'h1', 'admin'),
  'the kit': kit,
  'a dialog of the kit': above(kit, '_kit/gallery/KitFloating', press('Dialog')),
  'a question of the kit': above(kit, '_kit/gallery/KitFloating', press('Question')),
  'a menu of the kit': { ...above(kit, '_kit/gallery/KitFloating', press('Menu')), isOpenedAnew: true },
  'a popover of the kit': { ...above(kit, '_kit/gallery/KitFloating', press('Popover')), isOpenedAnew: true },
};

/** Every page and every dialog by its name; `places.unit.test.ts` finds the ones that are missing. */
export const PLACES = {
  ...OUTSIDE,
  ...CONTACTS,
  ...DUPLICATES,
  ...RECORDS,
  ...TIMELINE,
  ...FILES,
  ...IMPORTS,
  ...TRANSFERS,
  ...CALLS,
  ...BROADCASTS,
  ...MESSAGES,
  ...PHONE,
  ...MAX,
  ...ADMIN,
  ...ACCOUNT,
  ...BILLING,
  ...EVERYWHERE,
};
