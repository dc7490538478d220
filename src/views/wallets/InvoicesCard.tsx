import { listWalletInvoices } from '#contract/wallets.contract.ts';
import { dollars } from '#rules/billing/money.ts';
import { useResource } from '../_base/use-resource.ts';
import { Card } from '../_kit/display/Card.tsx';
import { formatDate } from '../_kit/format/format-when.ts';
import { Slice } from './Slice.tsx';

/** What the card was charged, each as PDF. */
export function InvoicesCard({ zone }: { zone: string }) {
  const invoices = useResource(listWalletInvoices, {});
  return (
    <Card title="Invoices" count={invoices.data ? String(invoices.data.data.length) : undefined}>
      <Slice of={invoices} what="invoices">
        {({ data }) =>
          data.length === 0 ? (
            <p className="pad soft">No invoices yet. Each top-up has one.</p>
          ) : (
            <ul className="wallet-invoices pad">
              {data.map(({ id, number, at, amount }) => (
                <li key={id}>
                  <span className="num">{formatDate(at, zone)}</span>
                  <a className="link" href={`/v1/wallets/invoices/${id}`} download={`invoice-${number}.pdf`}>
                    {number} (PDF)
                  </a>
                  <span className="num end">{dollars(Math.round(amount * 100))}</span>
                </li>
              ))}
            </ul>
          )
        }
      </Slice>
    </Card>
  );
}
