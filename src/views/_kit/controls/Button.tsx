import type { LucideIcon } from 'lucide-react';
import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react';
import { classes } from '../format/class-names.ts';
import { Icon } from '../display/Icon.tsx';
import { Anchor, type AnchorProps } from '../display/Link.tsx';

interface Look {
  /** One primary a page. `danger-fill` confirms a deletion. */
  look?: 'default' | 'primary' | 'plain' | 'danger' | 'danger-fill';
  size?: 'small' | 'normal' | 'tall';
  wide?: boolean;
  icon?: LucideIcon;
  /** Shorter label on a phone: "New" for "New contact". Empty: the icon alone, with the label for screen readers. */
  short?: string;
}

export interface ButtonProps extends Look, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'disabled'> {
  /** In progress: keeps focus and width, ignores clicks. */
  busy?: boolean;
  disabled?: boolean;
  /** Reason why it isn't available. Keeps the button focusable, so that the reason can be read. */
  refusal?: string | undefined;
  ref?: Ref<HTMLButtonElement>;
}

const lookOf = ({ look, size, wide }: Look, busy: boolean, className: string | undefined) =>
  classes(
    'btn',
    look === 'default' ? null : look,
    size === 'normal' ? null : size,
    wide && 'wide',
    busy && 'is-busy',
    className,
  );

/** Takes the look out of the props; the rest belongs to the element. */
function parted<Props extends Look>({ look, size, wide, icon, short, ...rest }: Props) {
  return { look: { ...(look && { look }), ...(size && { size }), ...(wide && { wide }) }, icon, short, rest };
}

function Words({ short, children }: { short: string | undefined; children: ReactNode }) {
  if (short === '') return <span className="sr-small">{children}</span>;
  return short === undefined ? (
    children
  ) : (
    <>
      <span className="not-small">{children}</span>
      <span className="only-small">{short}</span>
    </>
  );
}

const refuse = (event: MouseEvent) => {
  event.preventDefault();
  event.stopPropagation();
};

export function Button(props: ButtonProps) {
  const { look, icon, short, rest } = parted(props);
  const { busy = false, refusal, className, children, onClick, ...button } = rest;
  const held = busy || refusal !== undefined;
  return (
    <button
      type="button"
      title={refusal}
      {...button}
      className={lookOf(look, busy, className)}
      aria-disabled={held || undefined}
      aria-busy={busy || undefined}
      onClick={held ? refuse : onClick}
    >
      {icon && !busy ? <Icon of={icon} /> : null}
      <Words short={short}>{children}</Words>
      {refusal === undefined ? null : <span className="sr">, {refusal}</span>}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere, it does not do something. */
export function ButtonLink(props: Look & AnchorProps) {
  const { look, icon, short, rest } = parted(props);
  const { className, children, ...anchor } = rest;
  return (
    <Anchor {...anchor} className={lookOf(look, false, className)}>
      {icon ? <Icon of={icon} /> : null}
      <Words short={short}>{children}</Words>
    </Anchor>
  );
}
