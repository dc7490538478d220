import { type ElementType, lazy, type LazyExoticComponent } from 'react';

type Component = Exclude<ElementType, string>;

/** Returns a named component of a module that loads when it is first rendered. */
export const lazyPart = <K extends string, M extends Readonly<Record<K, Component>>>(
  load: () => Promise<M>,
  name: K,
): LazyExoticComponent<M[K]> => lazy(async () => ({ default: (await load())[name] }));
