// Baseline for the contact list: React, fetch and a plain table. The same rows, columns and texts, and the same pause
// after the last key of a search; no frame, no router, no cache, no design.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';

/** Milliseconds of quiet before typed text is searched for, as in the app. */
const QUIET_MS = 500;

interface Contact {
  id: number;
  number: number;
  first_name: string;
  last_name: string;
  phone: string | null;
  email: string | null;
  city: string | null;
  state: string | null;
  tags: { id: number; name: string }[];
  owner: { name: string };
  last_touch_at: string | null;
}

interface Page {
  data: Contact[];
  meta: { next_cursor: string | null; previous_cursor: string | null };
}

async function load(scope: object, signal: AbortSignal): Promise<Page> {
  const answer = await fetch('/v1/contacts', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contacts_scope: { contact_group: 'all', limit: 50, ...scope } }),
    signal,
  });
  return (await answer.json()) as Page;
}

const phoneOf = (phone: string | null) => (phone ?? '').replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
const dates = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' });
const dateOf = (at: string | null) => (at === null ? '' : dates.format(new Date(at)));

function Contacts() {
  const [typed, setTyped] = useState('');
  const [scope, setScope] = useState({});
  const [page, setPage] = useState<Page | null>(null);

  useEffect(() => {
    const loading = new AbortController();
    load(scope, loading.signal).then(setPage, () => undefined);
    return () => loading.abort();
  }, [scope]);

  useEffect(() => {
    if (typed === '') return undefined;
    const waiting = setTimeout(() => setScope({ q: typed }), QUIET_MS);
    return () => clearTimeout(waiting);
  }, [typed]);

  if (page === null) return <p>Loading</p>;
  const turn = (cursor: string | null) => () => setScope({ ...scope, cursor });
  return (
    <main>
      <h1>Contacts</h1>
      <input type="search" aria-label="Search contacts" value={typed} onChange={(e) => setTyped(e.target.value)} />
      <table>
        <thead>
          <tr>
            <th aria-label="Select" />
            <th>Name</th>
            <th>Phone</th>
            <th>E-mail</th>
            <th>City</th>
            <th>State</th>
            <th>Tags</th>
            <th>Owner</th>
            <th>Last touch</th>
          </tr>
        </thead>
        <tbody>
          {page.data.map((contact) => (
            <Row key={contact.id} contact={contact} />
          ))}
        </tbody>
      </table>
      <button type="button" disabled={!page.meta.previous_cursor} onClick={turn(page.meta.previous_cursor)}>
        Previous page
      </button>
      <button type="button" disabled={!page.meta.next_cursor} onClick={turn(page.meta.next_cursor)}>
        Next page
      </button>
    </main>
  );
}

function Row({ contact }: { contact: Contact }) {
  const name = `${contact.last_name}, ${contact.first_name}`;
  return (
    <tr data-contact={contact.id}>
      <td>
        <input type="checkbox" aria-label={`Select ${name}`} />
      </td>
      <td>
        <a href={`/contacts/${contact.number}`}>{name}</a>
      </td>
      <td>{phoneOf(contact.phone)}</td>
      <td>{contact.email}</td>
      <td>{contact.city}</td>
      <td>{contact.state}</td>
      <td>{contact.tags.map((tag) => tag.name).join(', ')}</td>
      <td>{contact.owner.name}</td>
      <td>{dateOf(contact.last_touch_at)}</td>
    </tr>
  );
}

const root = document.querySelector('#root');
if (root !== null) createRoot(root).render(<Contacts />);
