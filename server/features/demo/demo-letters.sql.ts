import type { Tx } from '../../db/tx.ts';

const SENDER = '{{ my_name }}\n400 Congress Avenue, Suite 1200\nAustin, TX 78701\n{{ my_phone }}';

const LETTERS: readonly { readonly name: string; readonly body: string }[] = [
  {
    name: 'Annual review',
    body: `Dear {{ first_name | default: "neighbor" }},

A year has gone by since we last looked at your coverage together. Plans change every fall, and so do doctors, pharmacies and what you need.

I would like to sit down with you for half an hour and make sure that what you have still fits: what you pay, whom you see, and which prescriptions you take. It costs nothing, and nothing changes unless you decide so.

Please call me at {{ my_phone }}, or write to {{ my_email }}. Mornings are best, and I gladly come to {{ city | default: "you" }}.

Sincerely,


{{ my_name }}`,
  },
  {
    name: 'Welcome',
    body: `Dear {{ first_name | default: "neighbor" }},

Welcome, and thank you for your trust. From now on you have one person to call: me.

Keep this letter with your papers. When a bill surprises you, a card gets lost or you move, call {{ my_phone }} first. I will also write before the next enrollment begins, so that you need not think of it.

{% if company != "" %}If your colleagues at {{ company }} have questions, I am glad to help them as well.

{% endif %}With kind regards,


{{ my_name }}`,
  },
];

/** Two letters saved for all users in the agency. */
export const insertDemoLetters = (tx: Tx, accountId: number, now: Date) =>
  tx.raw(
    `insert into letter_templates (account_id, user_id, name, sender, body, created_at, updated_at)
     select $1, u.id, l.name, $2, l.body, $5, $5
     from users u cross join unnest($3::text[], $4::text[]) as l(name, body) where u.account_id = $1`,
    [accountId, SENDER, LETTERS.map(({ name }) => name), LETTERS.map(({ body }) => body), now],
  );
