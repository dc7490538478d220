interface Queries {
  query<Row extends object>(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** Notifications of a kind, the oldest first: person, title, page, and true when it is unread. */
export async function noticesOf(owner: Queries, kind: string): Promise<[number, string, string, boolean][]> {
  const { rows } = await owner.query<{ user_id: number; title: string; href: string; unread: boolean }>(
    'select user_id, title, href, read_at is null as unread from notifications where kind = $1 order by id',
    [kind],
  );
  return rows.map(({ user_id, title, href, unread }) => [user_id, title, href, unread]);
}

export const forgetNotices = (owner: Queries) => owner.query('delete from notifications');
