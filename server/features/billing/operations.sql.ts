import type { CardRef, Price, Subscription } from '../../adapters/payments/payments.ts';
import type { Tx } from '../../db/tx.ts';
import type { Decided } from '../max-plus/max-plus-line.ts';

/** Request to the provider, with everything needed to repeat it exactly. */
export type Request =
  | {
      readonly kind: 'plan';
      readonly planId: number;
      readonly planName: string;
      readonly card: CardRef;
      readonly price: Price;
      /** `null`: a new subscription. */
      readonly current: Current | null;
      readonly at: Date;
    }
  | { readonly kind: 'cancel'; readonly current: Current; readonly cancelling: boolean; readonly at: Date }
  | { readonly kind: 'card'; readonly method: string; readonly at: Date }
  | {
      readonly kind: 'renewal';
      readonly planId: number;
      readonly planName: string;
      /** `null`: there is none to charge. */
      readonly card: CardRef | null;
      readonly current: Current;
      /** Payments of this month that failed before. */
      readonly failures: number;
      readonly at: Date;
    }
  | {
      readonly kind: 'topUp';
      /** Of the wallet; 0: the agency's. */
      readonly ownerId: number;
      readonly cents: number;
      readonly description: string;
      /** The clock asked, not a person. */
      readonly isRefill: boolean;
      readonly card: CardRef;
      readonly masked: string;
      readonly at: Date;
    }
  | {
      readonly kind: 'planOrder';
      readonly orderId: number;
      readonly cents: number;
      readonly description: string;
      /** `null`: there is none to charge. */
      readonly card: CardRef | null;
      readonly at: Date;
    }
  | {
      readonly kind: 'maxPlus';
      /** The clock asked, not a person. */
      readonly isRenewal: boolean;
      readonly lines: readonly Decided[];
      readonly cents: number;
      readonly card: CardRef;
      readonly at: Date;
    }
  | {
      readonly kind: 'order';
      readonly orderId: number;
      /** Of the revenue; 0: the agency's. */
      readonly ownerId: number;
      readonly cents: number;
      readonly description: string;
      readonly card: CardRef;
      readonly masked: string;
      readonly at: Date;
    }
  | {
      readonly kind: 'refund';
      readonly refundId: number;
      readonly orderId: number;
      readonly ownerId: number;
      readonly chargeRef: string;
      readonly cents: number;
      /** The admin; the operation is the buyer's. */
      readonly byUserId: number;
      readonly at: Date;
    }
  | {
      readonly kind: 'numberOrder';
      readonly orderId: number;
      /** Of the revenue; 0: the agency's. */
      readonly ownerId: number;
      readonly cents: number;
      readonly description: string;
      readonly card: CardRef;
      readonly at: Date;
    }
  | {
      readonly kind: 'numberRefund';
      readonly orderId: number;
      readonly ownerId: number;
      readonly chargeRef: string;
      readonly cents: number;
      readonly at: Date;
    };

export interface Current extends Subscription {
  readonly membershipId: number;
}

export interface Operation {
  readonly id: number;
  readonly key: string;
  readonly request: Request;
  readonly startedAt: Date;
  /** `null`: not known yet. */
  readonly outcome: 'done' | 'declined' | 'dropped' | null;
  /** The sentence of a decline. */
  readonly reason: string;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly request: unknown;
  readonly started_at: Date;
  readonly outcome: Operation['outcome'];
  readonly reason: string;
}

const COLUMNS = 'id, key, request, started_at, outcome, reason';

export const findOperation = async (tx: Tx, userId: number, key: string): Promise<Operation | null> =>
  operationOf(
    await tx.raw<Row>(`select ${COLUMNS} from billing_operations where user_id = $1 and key = $2`, [userId, key]),
  );

/** Returns the open operation; there is at most one. */
export const findOpenOperation = async (tx: Tx, userId: number): Promise<Operation | null> =>
  operationOf(
    await tx.raw<Row>(`select ${COLUMNS} from billing_operations where user_id = $1 and settled_at is null`, [userId]),
  );

export const insertOperation = async (tx: Tx, userId: number, key: string, request: Request): Promise<Operation> => {
  const rows = await tx.raw<Row>(
    `insert into billing_operations (account_id, user_id, kind, key, request, started_at)
     values (app_account_id(), $1, $2, $3, $4, $5) returning ${COLUMNS}`,
    [userId, request.kind, key, JSON.stringify(request), request.at],
  );
  const operation = operationOf(rows);
  if (operation === null) throw new Error('an operation was not written');
  return operation;
};

export interface Close {
  readonly outcome: NonNullable<Operation['outcome']>;
  readonly reason: string;
  readonly at: Date;
}

/** Returns false when someone else already closed it. */
export async function closeOperation(tx: Tx, id: number, { outcome, reason, at }: Close): Promise<boolean> {
  const rows = await tx.raw(
    `update billing_operations set settled_at = $2, outcome = $3, reason = $4
     where id = $1 and settled_at is null returning 1`,
    [id, at, outcome, reason],
  );
  return rows.length > 0;
}

const DATES: readonly string[] = ['at', 'startedAt', 'periodEndsAt', 'seenUntil'];

function operationOf([row]: readonly Row[]): Operation | null {
  if (row === undefined) return null;
  const text = JSON.stringify(row.request);
  const request = JSON.parse(text, (name, value: unknown) =>
    DATES.includes(name) && typeof value === 'string' ? new Date(value) : value,
  ) as Request;
  return { id: row.id, key: row.key, request, startedAt: row.started_at, outcome: row.outcome, reason: row.reason };
}
