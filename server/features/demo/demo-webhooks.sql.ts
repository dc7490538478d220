import type { Tx } from '../../db/tx.ts';

/** A paused endpoint, which sends nothing out of the demo, with a delivery that arrived and one that did not. */
export async function insertDemoWebhooks(tx: Tx, accountId: number, now: Date): Promise<void> {
  await tx.raw(
    `with e as (
       insert into webhook_endpoints (account_id, name, url, events, status, created_at)
       values ($1, 'Commission system', 'https://hooks.example.com/bellwether', '{order.paid}', 'paused', $2) returning id
     ), d as (
       insert into webhook_deliveries (account_id, endpoint_id, event_id, kind, at, data, status, attempts, last_status)
       select $1, e.id, 'evt_demo' || n, 'order.paid', $2::timestamptz - make_interval(hours => n),
         jsonb_build_object('order_id', n, 'total_cents', 4800, 'paid_cents', 4800), case n when 1 then 'failed' else 'delivered' end, 1,
         case n when 1 then 404 else 200 end
       from e cross join generate_series(1, 2) n order by n desc returning id, at, last_status
     )
     insert into webhook_attempts (account_id, delivery_id, at, took, status, answer)
     select $1, id, at, 84, last_status, case last_status when 404 then 'No such path' else '{"ok":true}' end from d`,
    [accountId, now],
  );
}
