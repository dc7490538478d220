import { dollars } from '#rules/billing/money.ts';
import { withAccount } from '../../db/tx.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../errors.ts';
import type { Identity } from '../../identity.ts';
import { bytesOf, INCH, openPaper, SHEET } from '../printing/paper.ts';
import { invoiceNumber } from './statement.service.ts';
import { ownerOf } from './wallets.service.ts';
import { findInvoice, type InvoiceRow } from './wallets.sql.ts';

const LEFT = INCH;
const RIGHT = SHEET.width - INCH;
const DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** @throws {Refusal} `not_found` */
export async function invoiceFile(
  deps: Deps,
  identity: Identity,
  id: number,
): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const row = await withAccount(deps.pool, identity, (tx) => findInvoice(tx, ownerOf(identity), id));
  if (row === null) throw new Refusal('not_found', 'Invoice not found.');
  const parts: Buffer[] = [];
  const paper = openPaper({ title: `Invoice ${invoiceNumber(row)}`, author: row.agency, at: row.at });
  for await (const part of bytesOf(paper, draw(paper, row))) parts.push(part);
  return { name: `invoice-${invoiceNumber(row)}.pdf`, bytes: Buffer.concat(parts) };
}

async function* draw(paper: ReturnType<typeof openPaper>, row: InvoiceRow): AsyncGenerator<void> {
  const amount = dollars(row.amount_cents);
  const lines = [
    ['Date', DATE.format(row.at)],
    ['Billed to', row.payer],
    ['Agency', row.agency],
    ['Paid by card', row.card],
    ['Payment reference', row.charge_ref],
  ] as const;
  const title = `Invoice ${invoiceNumber(row)}`;
  await paper.load([title, row.description, amount, ...lines.flat()]);
  paper.addSheet();
  paper.write(title, { x: LEFT, y: INCH }, 20, 'strong');
  let y = INCH + 48;
  for (const [label, value] of lines) {
    paper.write(label, { x: LEFT, y }, 10);
    paper.write(value, { x: LEFT + 1.75 * INCH, y }, 10);
    y += 18;
  }
  for (const [label, weight] of [
    [row.description, 'plain'],
    ['Total, paid', 'strong'],
  ] as const) {
    y += 24;
    paper.write(label, { x: LEFT, y }, 11, weight);
    paper.write(amount, { x: RIGHT - paper.widthOf(amount, 11, weight), y }, 11, weight);
  }
  yield;
}
