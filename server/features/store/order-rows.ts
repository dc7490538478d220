/** Rows of orders and refunds, for other features that handle them. */
export {
  findOwnOrder,
  insertOrder,
  type OrderRow,
  orderColumns,
  orderOf,
  paymentStatus,
  setFailed,
  setPaid,
} from './orders.sql.ts';
export { findRefund, findRefunds, insertRefund, type RefundRow, settleRefund } from './refunds.sql.ts';
