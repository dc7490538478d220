import { type AnchorHTMLAttributes, type ComponentType, createContext, type ReactNode, use } from 'react';
import { classes } from './class-names.ts';

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
}

function PlainAnchor({ children, ...anchor }: AnchorProps) {
  return <a {...anchor}>{children}</a>;
}

const AnchorContext = createContext<ComponentType<AnchorProps>>(PlainAnchor);

/** Makes every link of the kit go through the app's router; without it links are plain anchors. */
export function AnchorProvider({ anchor, children }: { anchor: ComponentType<AnchorProps>; children: ReactNode }) {
  return <AnchorContext value={anchor}>{children}</AnchorContext>;
}

/** An unstyled link inside the app. */
export function Anchor(props: AnchorProps) {
  const Element = use(AnchorContext);
  return <Element {...props} />;
}

/** A link in the primary colour, with a 24 px target. */
export function Link({ className, ...anchor }: AnchorProps) {
  return <Anchor {...anchor} className={classes('link', className)} />;
}
