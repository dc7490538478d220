import type { ComplianceRule, RuleTopic } from '#contract/compliance.contract.ts';
import { Button } from '../_kit/controls/Button.tsx';
import { Card } from '../_kit/display/Card.tsx';
import { formatPlainDate } from '../_kit/format/format-when.ts';
import { StatusWord } from '../_kit/display/StatusWord.tsx';
import { Cell, HeadCell, Table, TableScroll } from '../_kit/display/Table.tsx';
import { reachWords, TOPIC_WORDS, valueWords } from './compliance-words.ts';

interface RulesTableProps {
  topic: RuleTopic;
  rules: readonly ComplianceRule[];
  /** `null`: they are over. */
  onEnd: ((rule: ComplianceRule) => void) | null;
  /** Adds one that follows. */
  onFollow: (rule: ComplianceRule) => void;
}

/** The rules of one topic: where, for what, what they ask, and from when to when. */
export function RulesTable({ topic, rules, onEnd, onFollow }: RulesTableProps) {
  if (rules.length === 0) return null;
  const title = TOPIC_WORDS[topic];
  return (
    <Card title={title} count={String(rules.length)}>
      <TableScroll label={`${title}`}>
        <Table stacks className="rules-table">
          <colgroup>
            <col className="rules-what" />
            <col span={4} />
          </colgroup>
          <thead>
            <tr>
              <HeadCell>Rule</HeadCell>
              <HeadCell>Location</HeadCell>
              <HeadCell>Applies to</HeadCell>
              <HeadCell>In effect</HeadCell>
              <HeadCell>
                <span className="sr">Actions</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {rules.map((rule) => (
              <RuleRow key={rule.id} rule={rule} onEnd={onEnd} onFollow={onFollow} />
            ))}
          </tbody>
        </Table>
      </TableScroll>
    </Card>
  );
}

function RuleRow({ rule, onEnd, onFollow }: { rule: ComplianceRule } & Pick<RulesTableProps, 'onEnd' | 'onFollow'>) {
  const {
    title,
    source,
    source_url: url,
    jurisdiction,
    starts_on: from,
    ends_on: to,
    to_review: toReview,
    ended,
  } = rule;
  const asks = valueWords(rule);
  return (
    <tr>
      <Cell narrow="title">
        <span className="rule-title">{title}</span>
        <span className="meta soft rule-source">
          {asks ? `${asks}. ` : ''}
          {url === '' ? (
            source
          ) : (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {source}
            </a>
          )}
          {rule.created_by === null ? '' : `, added by ${rule.created_by.name}`}
        </span>
        {ended === null ? null : (
          <span className="meta soft rule-source">
            Ended by {ended.user.name}: {ended.reason}
          </span>
        )}
        {toReview ? <StatusWord tone="warn">Needs review</StatusWord> : null}
      </Cell>
      <Cell narrow="aside">{jurisdiction === 'US' ? 'US' : jurisdiction.slice(3)}</Cell>
      <Cell narrow="none">{reachWords(rule)}</Cell>
      <Cell narrow="sub" className="num">
        {to === null ? `from ${formatPlainDate(from)}` : `${formatPlainDate(from)} to ${formatPlainDate(to)}`}
      </Cell>
      <Cell narrow="sub-aside" className="rules-acts">
        {onEnd !== null && ended === null ? (
          <Button look="plain" size="small" aria-label={`End: ${title}`} onClick={() => onEnd(rule)}>
            End
          </Button>
        ) : null}
        <Button look="plain" size="small" aria-label={`Add next: ${title}`} onClick={() => onFollow(rule)}>
          Add next
        </Button>
      </Cell>
    </tr>
  );
}
