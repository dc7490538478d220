import type { Call } from '#contract/phone/call.contract.ts';
import { useNow } from '../../_base/use-now.ts';
import { formatWhen } from '../../_kit/format/format-when.ts';
import { Icon } from '../../_kit/display/Icon.tsx';
import { Anchor } from '../../_kit/display/Link.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../../_kit/display/Table.tsx';
import { iconOf, numberOf, partyOf, placeOf, resultOf } from './call-words.ts';
import { DialNumber } from '../panel/DialNumber.tsx';

interface CallTableProps {
  calls: readonly Call[];
  zone: string;
  /** Says whose each call is. */
  withAgent: boolean;
}

export function CallTable({ calls, zone, withAgent }: CallTableProps) {
  return (
    <TableScroll label="Calls">
      <Table full stacks className="calls">
        <thead>
          <tr>
            <HeadCell className="c-icon">
              <span className="sr">Direction</span>
            </HeadCell>
            <HeadCell>Caller</HeadCell>
            <HeadCell className="c-number" leaves={1}>
              Number
            </HeadCell>
            <HeadCell className="c-place">Location</HeadCell>
            {withAgent ? (
              <HeadCell className="c-agent" leaves={2}>
                Agent
              </HeadCell>
            ) : null}
            <HeadCell numeric className="c-result">
              Result
            </HeadCell>
            <HeadCell numeric className="c-when">
              Date
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          {calls.map((call) => (
            <CallLine key={call.id} call={call} zone={zone} withAgent={withAgent} />
          ))}
        </tbody>
      </Table>
    </TableScroll>
  );
}

function CallLine({ call, zone, withAgent }: Omit<CallTableProps, 'calls'> & { call: Call }) {
  const now = useNow();
  const { icon, tone, label } = iconOf(call);
  const result = resultOf(call);
  const { contact, user } = call;
  return (
    <tr>
      <Cell narrow="check">
        <Icon of={icon} tone={tone} />
        <span className="sr">{label}</span>
      </Cell>
      <Cell className="name" narrow="title" title={partyOf(call)}>
        <Anchor href={`/calls/${call.id}`}>{partyOf(call)}</Anchor>
      </Cell>
      <Cell leaves={1} narrow="none">
        <DialNumber number={numberOf(call)} {...(contact && { contactId: contact.id })} />
      </Cell>
      <Cell narrow="sub">{placeOf(call)}</Cell>
      {withAgent ? (
        <Cell leaves={2} narrow="none">
          {user?.name ?? <span className="quiet">None</span>}
        </Cell>
      ) : null}
      <Cell numeric narrow="aside">
        {result.tone === 'bad' ? <span className="bad-t">{result.text}</span> : result.text}
      </Cell>
      <Cell numeric narrow="sub-aside">
        {formatWhen(call.created_at, zone, now)}
      </Cell>
    </tr>
  );
}
