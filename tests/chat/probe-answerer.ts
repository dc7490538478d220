import * as z from 'zod/mini';
import { ContactsScope } from '../../src/api/contract/contacts/scope.contract.ts';
import { readContact } from '../../server/features/contacts/contacts.service.ts';
import { listContacts } from '../../server/features/contacts/list/list-contacts.service.ts';
import { readTimeline } from '../../server/features/timeline/timeline.service.ts';
import { type Answerer, chatTool } from '../../server/features/chat/answer.ts';

/** Which tools ran, in order. */
export interface Probe {
  readonly answerer: Answerer;
  readonly ran: string[];
}

const shown = { responseType: null, metadata: {}, state: null, isAtLoss: false } as const;

/**
 * More careless than any intent: its tools show every text of a contact, and lead wherever the model says. What holds for
 * it holds for all of them.
 */
export function openProbe(): Probe {
  const ran: string[] = [];
  const tools = [
    chatTool({
      name: 'read_contact',
      description: 'Everything about a contact.',
      doing: 'Reading',
      input: z.object({ number: z.int() }),
      run: async (deps, { identity }, { number }) => {
        ran.push('read_contact');
        const contact = await readContact(deps, identity, 'number', number);
        const { data } = await readTimeline(deps, identity, contact.id, {
          kind: undefined,
          cursor: undefined,
          limit: 50,
        });
        const href = `/contacts/${number}`;
        const metadata = { sources: [{ label: contact.first_name, href, quote: contact.address }] };
        return { told: { contact, timeline: data }, answer: { ...shown, content: 'Here is the contact.', metadata } };
      },
    }),
    chatTool({
      name: 'find_contacts',
      description: 'Finds contacts by their name.',
      doing: 'Looking',
      input: z.object({ text: z.string() }),
      run: async (deps, { identity }, { text }) => {
        ran.push('find_contacts');
        const { data } = await listContacts(deps, identity, ContactsScope.parse({ q: text, contact_group: 'all' }));
        return { told: data, answer: { ...shown, content: `I found ${data.length}.` } };
      },
    }),
    chatTool({
      name: 'open_page',
      description: 'Opens a page.',
      doing: 'Opening',
      input: z.object({ path: z.string() }),
      run: (_deps, _turn, { path }) => {
        ran.push('open_page');
        const metadata = {
          redirect_url: path,
          action: 'open_page' as const,
          sources: [{ label: 'There', href: path }],
        };
        const answer = { ...shown, content: 'Opening it.', responseType: 'redirect' as const, metadata };
        return Promise.resolve({ told: 'opened', answer });
      },
    }),
  ];
  return {
    ran,
    answerer: {
      welcome: () => Promise.resolve({ content: '', suggestions: [] }),
      answer: () => Promise.resolve({ ...shown, content: 'By rules.' }),
      tools,
      brief: 'You tell what stands in the records.',
    },
  };
}
