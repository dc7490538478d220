import { type ElementType, lazy, type LazyExoticComponent } from 'react';
import { loadPart } from '../../../actors/_frame/load-part.ts';

type Component = Exclude<ElementType, string>;

/** Returns a named component of a module that loads when it is first rendered. It waits out a lost network. */
export const lazyPart = <K extends string, M extends Readonly<Record<K, Component>>>(
  load: () => Promise<M>,
  name: K,
): LazyExoticComponent<M[K]> => lazy(async () => ({ default: (await loadPart(load))[name] }));
