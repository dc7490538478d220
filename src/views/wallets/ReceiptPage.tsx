import { useSearch } from '@tanstack/react-router';
import { readWalletTransaction } from '#contract/wallets.contract.ts';
import { titleOf } from '#rules/access/pages.ts';
import { formatBalance, formatMicros, fromDollars } from '#rules/wallets/micros.ts';
import { KIND_WORDS } from '#rules/wallets/statement-words.ts';
import { numberIn } from '../_base/routes/page-parts.tsx';
import { useResource } from '../_base/use-resource.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { Facts } from '../_kit/display/Facts.tsx';
import { usePageTitle } from '../_frame/use-page-title.ts';
import { Slice } from './Slice.tsx';
import './wallets.css';

/** In the zone of the reader's computer, and says so: without the frame no person is loaded. */
const DATE = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** One transaction to print or keep, without the frame. */
export function ReceiptPage() {
  usePageTitle(titleOf('/wallets/receipt'));
  const search: { readonly id?: string | number } = useSearch({ strict: false });
  const id = numberIn(search.id?.toString());
  const transaction = useResource(readWalletTransaction, id === null ? null : { params: { id } });
  return (
    <main className="body wallet-receipt">
      <h1>Receipt</h1>
      {id === null ? <p>This link names no transaction. Open a line of your statement, then its receipt.</p> : null}
      <Slice of={transaction} what="the receipt">
        {({ data: { description, kind, at, amount, balance } }) => (
          <Card title={description || KIND_WORDS[kind]} padded>
            <Facts
              facts={[
                { label: 'Kind', value: KIND_WORDS[kind] },
                { label: 'Date', value: DATE.format(new Date(at)) },
                { label: 'Amount', value: <b className="med num">{formatMicros(fromDollars(amount))}</b> },
                { label: 'Balance after', value: <span className="num">{formatBalance(fromDollars(balance))}</span> },
                { label: 'Number', value: <span className="num">{id}</span> },
              ]}
            />
          </Card>
        )}
      </Slice>
      <p>
        <ButtonLink href="/wallets">Back to the wallet</ButtonLink>
      </p>
    </main>
  );
}
