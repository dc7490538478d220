import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../display/Icon.tsx';
import { RequestId } from '../display/RequestId.tsx';

export interface Kept {
  what: string;
  detail?: string;
}

interface ErrorPanelProps {
  /** Message in one sentence. */
  title: string;
  /** Next step, or the cause. */
  text?: ReactNode;
  /** Reassurance about data that is safe. */
  kept?: readonly Kept[];
  /** Buttons: the first is the next step. */
  actions?: ReactNode;
  /** `null`: no request is to blame. */
  requestId?: string | null | undefined;
}

/** Replaces a part of a page that couldn't be shown. */
export function ErrorPanel({ title, text, kept = [], actions, requestId }: ErrorPanelProps) {
  return (
    <div className="err-page">
      <div className="err" role="alert">
        <div>
          <h2>
            <Icon of={CircleAlert} tone="bad" /> {title}
          </h2>
          {text ? <p className="soft">{text}</p> : null}
        </div>
        <KeptList kept={kept} />
        {actions ? <div className="row wrap">{actions}</div> : null}
        {requestId ? <RequestId id={requestId} /> : null}
      </div>
    </div>
  );
}

export function KeptList({ kept }: { kept: readonly Kept[] }) {
  return kept.length === 0 ? null : (
    <ul className="keep">
      {kept.map(({ what, detail }) => (
        <li key={what}>
          <Icon of={CircleCheck} tone="good" />
          <div>
            <p className="med">{what}</p>
            {detail === undefined ? null : <p className="soft">{detail}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
