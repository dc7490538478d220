-- The request that an order was made for: sent again, it is the same order.
alter table plan_orders add column key text;
create unique index plan_orders_key on plan_orders (account_id, key) where key is not null;
-- Charges that were asked for: a new try is a new charge.
alter table plan_orders add column attempts int not null default 0;
