import { type AnchorHTMLAttributes, createContext, type ReactNode, use } from 'react';
import { classes } from '../format/class-names.ts';

export interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  href: string;
}

export type RenderAnchor = (anchor: AnchorProps) => ReactNode;

const AnchorContext = createContext<RenderAnchor>(({ children, ...anchor }) => <a {...anchor}>{children}</a>);

/** Makes every link of the kit go through the app's router; without it links are plain anchors. */
export function AnchorProvider({ render, children }: { render: RenderAnchor; children: ReactNode }) {
  return <AnchorContext value={render}>{children}</AnchorContext>;
}

/** An unstyled link inside the app. */
export function Anchor(props: AnchorProps) {
  return use(AnchorContext)(props);
}

/** A link in the primary color, with a 24 px target. */
export function Link({ className, ...anchor }: AnchorProps) {
  return <Anchor {...anchor} className={classes('link', className)} />;
}
