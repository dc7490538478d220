import { TriangleAlert } from 'lucide-react';
import { Icon } from '../../_kit/display/Icon.tsx';

interface FileFactsProps {
  /** `null`: no product that we know. */
  madeBy: string | null;
  warnings: readonly string[];
}

/** Origin of a file, and warnings that don't block it. Renders nothing without any. */
export function FileFacts({ madeBy, warnings }: FileFactsProps) {
  if (madeBy === null && warnings.length === 0) return null;
  return (
    <div className="file-facts soft">
      {madeBy === null ? null : <p>Created by {madeBy}</p>}
      {warnings.length === 0 ? null : (
        <ul aria-label="Found in the file">
          {warnings.map((warning) => (
            <li key={warning} className="row">
              <Icon of={TriangleAlert} tone="warn" />
              {warning}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
