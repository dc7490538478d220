import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import type { MailerKit, MailerPreview } from '#contract/mailer-kits.contract.ts';
import { permissionsOf } from '#rules/access/permissions.ts';
import { ApiError } from '../../src/api/errors.ts';
import { AssignKitDialog } from '../../src/views/mailer-kits/AssignKitDialog.tsx';
import { MailerKitsPage } from '../../src/views/mailer-kits/MailerKitsPage.tsx';
import '../../src/views/_resource/RecordForm.tsx';
import { type Answer, button, calm, openDesk } from '../contacts/contacts-desk.tsx';
import { click, only } from '../_kit/mount.ts';

const KIT: MailerKit = {
  id: 4,
  name: 'Turning 65',
  purpose: 'Medicare',
  kind: 'letters',
  sender: '',
  body: 'Dear {{ first_name }}',
  per_household: false,
  active: true,
  business_unit_id: null,
};
const PREVIEW: MailerPreview = {
  sentence: 'Mine',
  contacts: 20,
  without_address: 3,
  already_assigned: 1,
  to_assign: 16,
  too_many: false,
};
const COUNTS = [{ kit_id: 4, name: 'Turning 65', assigned: 9, printed: 2, printing: 0, left: 7 }];

describe('the dialog', () => {
  const open = (answers: Record<string, Answer> = {}) =>
    openDesk(
      <AssignKitDialog
        selection={{ ids: [1, 2] }}
        count={20}
        sentence=""
        onClose={() => undefined}
        onStarted={() => undefined}
      />,
      {
        listMailerAssignmentKits: { data: [KIT] },
        previewMailerAssignment: { data: PREVIEW },
        countMailerAssignments: { data: COUNTS },
        ...answers,
      },
    );

  test('names before who has no address and who has the kit, and has the count on its button', async () => {
    const { asked } = await open({ createMailerAssignment: () => new Promise<object>(() => undefined) });
    const text = document.body.textContent ?? '';
    expect(text).toContain('3 of 20 contacts have no postal address and will be left out.');
    expect(text).toContain('1 of 20 contacts already has this kit and will be left out.');
    click(button('Assign to 16 contacts and print'));
    await calm();
    expect(asked('createMailerAssignment')).toEqual([{ body: { kit_id: 4, selection: { ids: [1, 2] } } }]);
  });

  test('offers what is left of earlier assignments', async () => {
    const { asked } = await open({ printMailerKit: new ApiError('conflict', { code: 'conflict', message: 'None.' }) });
    expect(document.body.textContent).toContain('Assigned earlier: 2 of 9 contacts printed.');
    click(button('Print 7'));
    await calm();
    expect(asked('printMailerKit')).toEqual([{ body: { kit_id: 4 } }]);
  });

  test('says who adds kits where there are none', async () => {
    await open({ listMailerAssignmentKits: { data: [] } });
    expect(document.body.textContent).toContain('An administrator adds them under Mailer kits.');
  });
});

test('the page shows what is printed and left, and its form has a letter', async () => {
  const history = createMemoryHistory({ initialEntries: ['/admin/mailer-kits?edit=4'] });
  const router = createRouter({ routeTree: createRootRoute({ component: MailerKitsPage }), history });
  const meta = { current_page: 1, limit: 50, total_count: 1, total_pages: 1 };
  const who = { roles: ['admin'], permissions: permissionsOf([['admin']]) };
  const answers = {
    listMailerKits: { data: [KIT], meta },
    readMailerKit: { data: KIT },
    countMailerAssignments: { data: COUNTS },
  };
  await openDesk(<RouterProvider router={router} />, answers, who);
  await calm();
  await calm();
  expect(only('tbody').textContent).toContain('9, 2 printed, 7 left');
  expect(button('Print 7')).toBeTruthy();
  expect(document.querySelector<HTMLTextAreaElement>('.side textarea[name=body]')?.value).toBe(KIT.body);
});
