import { countSegments, withPlainMarks } from '#rules/messages/segments.ts';
import { Button } from '../../_kit/controls/Button.tsx';
import { segmentsText } from '../message-words.ts';

interface SegmentsCounterProps {
  text: string;
  onPlain: (text: string) => void;
}

/** Characters and segments of a text, and what makes it take more of them. */
export function SegmentsCounter({ text, onPlain }: SegmentsCounterProps) {
  const { units, left, segments, special } = countSegments(text.trim());
  if (segments === 0) return null;
  const plain = withPlainMarks(text);
  const isShorter = special.length > 0 && countSegments(plain.trim()).segments < segments;
  const why = special.length === 0 ? undefined : `${special.join(' ')} makes each segment shorter`;
  return (
    <>
      {isShorter ? (
        <Button look="plain" size="small" title={why} onClick={() => onPlain(plain)}>
          Use plain marks
        </Button>
      ) : null}
      <span className="meta soft num" title={why}>
        {units}/{units + left}, {segmentsText(segments)}
        {why === undefined ? null : <span className="sr">, {why}</span>}
      </span>
    </>
  );
}
