import type { PrintKind, PrintPreview } from '#contract/printing.contract.ts';
import { SkeletonLines } from '../_kit/states/Skeleton.tsx';

interface FirstPieceProps {
  kind: PrintKind;
  /** `null`: there is none, or not yet. */
  first: PrintPreview['first'];
  pending: boolean;
}

/** The first label or letter, as it will be on paper. */
export function FirstPiece({ kind, first, pending }: FirstPieceProps) {
  if (pending) return <SkeletonLines lines={4} label="Loading the preview" />;
  if (first === null) return <p className="soft">Nothing to preview yet.</p>;
  const lines = first.address.map((line, index) => <span key={`${index} ${line}`}>{line}</span>);
  const isLetter = kind === 'letters' && first.letter !== null;
  return (
    <figure>
      <figcaption className="meta soft">{isLetter ? 'First letter' : 'First label'}</figcaption>
      {isLetter && first.letter !== null ? (
        <div className="paper-sheet">
          <div className="paper-head">
            <p className="paper-lines paper-named">
              {first.letter.sender.map((line, index) => (
                <span key={`${index} ${line}`}>{line}</span>
              ))}
            </p>
            <p>{first.letter.date}</p>
          </div>
          <p className="paper-lines">{lines}</p>
          <p className="paper-body">{first.letter.body}</p>
        </div>
      ) : (
        <p className="paper-label paper-lines paper-named">{lines}</p>
      )}
    </figure>
  );
}
