import { Download } from 'lucide-react';
import type { Endpoint } from '#contract/endpoint.ts';
import { ButtonLink } from '../_kit/controls/Button.tsx';
import './resource.css';

interface FileLinkProps {
  /** Without one there is no link. */
  of: Endpoint | undefined;
  /** Filters of the list; those without a value are left out. */
  asked: Readonly<Record<string, string | number | undefined>>;
  /** Names the rows to a screen reader. */
  many: string;
}

/** Downloads the rows of a list, all pages of them, as they are searched and ordered. */
export function FileLink({ of, asked, many }: FileLinkProps) {
  if (of === undefined) return null;
  const query = Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return (
    <ButtonLink
      look="plain"
      size="small"
      className="list-file"
      icon={Download}
      short=""
      href={`${of.path}?${new URLSearchParams(query)}`}
      download
    >
      Export<span className="sr"> {many}</span>
    </ButtonLink>
  );
}
