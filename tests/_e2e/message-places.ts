import type { Page } from 'playwright-core';
import { above, after, page, type Place, press } from './place.ts';

const messages = page('/messages', '/messages', '.conversation');
/** The first conversation of a filter. */
const first = (filter: string, shown: string): Place =>
  after(page('/messages', `/messages?filter=${filter}`, '.conversation'), async (tab) => {
    await tab.locator('.conversation').first().click();
    await tab.locator(shown).first().waitFor();
  });
const thread = first('waiting', '.text-composer textarea');
const more = async (tab: Page) => {
  await tab.locator('.thread-texts .text').first().waitFor();
  await tab.locator('.thread-head').getByRole('button', { name: 'More', exact: true }).click();
};

const stranger = after(page('/messages', '/messages?q=1-806-555-0174', '.conversation'), async (tab) => {
  await tab.locator('.conversation').first().click();
  await tab.getByRole('button', { name: 'Choose contact' }).waitFor();
});
/** For somebody who leads people and texts; the demo world has none. */
const asLeader: Place = {
  ...thread,
  go: async (tab, visitors) => {
    await tab.route('**/v1/users/me', async (call) => {
      const answer = await call.fetch();
      const body = (await answer.json()) as { data: { permissions: string[] } };
      body.data.permissions.push('users.read');
      await call.fulfill({ response: answer, json: body });
    });
    await thread.go(tab, visitors);
  },
};

/** Conversations by text. */
export const MESSAGES: Readonly<Record<string, Place>> = {
  messages,
  'no message that fits': page('/messages', '/messages?q=zzqqzz', '.conversations .empty'),
  'a conversation': thread,
  'a text that failed': first('failed', '.text-meta.bad-t'),
  'somebody who opted out of texts': first('opted_out', '.thread-foot .note.bad'),
  'a text that may be an opt-out': first('review', '.thread-foot .note.warn'),
  'a text for later': first('scheduled', '.text.is-held'),
  'no such conversation': page('/messages', '/messages?conversation=99999999', '.thread .empty'),
  'whom to write to': above(messages, 'messages/NewMessageDialog', press('New message')),
  'more of a conversation': { ...above(thread, 'messages/thread/ThreadHead', more), isOpenedAnew: true },
  'an opt-out by phone': above(thread, 'messages/thread/PermissionDialog', async (tab) => {
    await more(tab);
    await tab.getByRole('menuitem', { name: 'Record opt-out…' }).click();
  }),
  'who answers a conversation': above(asLeader, 'users/ChoosePersonDialog', async (tab) => {
    await more(tab);
    await tab.getByRole('menuitem', { name: 'Assign…' }).click();
  }),
  'an unknown number': stranger,
  'whose number it is': above(stranger, 'messages/thread/ChooseContactDialog', press('Choose contact')),
  'a time for a text': above(thread, 'messages/composer/ScheduleDialog', async (tab, visitors) => {
    await tab.locator('.text-composer textarea').fill('Good morning');
    await press('Send later')(tab, visitors);
  }),
  'templates of texts': {
    ...above(thread, 'messages/composer/TemplateButton', press('Template')),
    isOpenedAnew: true,
  },
  'fields of a text': {
    ...above(thread, 'messages/composer/FieldsButton', press(/^(Merge field|Field)$/u)),
    isOpenedAnew: true,
  },
};
