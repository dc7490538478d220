/** A version of Bellwether, and the last migration that it brings. */
export interface Release {
  readonly version: string;
  readonly last: string;
}

/**
 * Releases, oldest first. A release adds itself; migrations after the last one belong to the next. A database keeps the
 * list of the newest version that has migrated it, so that an older one knows how far it is behind.
 */
export const RELEASES: readonly Release[] = [{ version: '0.2.37', last: '0040_hide_links' }];
