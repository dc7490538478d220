import type { CableOptions } from '../../server/cable/cable-server.ts';
import { openDatabase } from '../_db/database.ts';
import { type CableWorld, openCableWorld } from './cable-world.ts';
import { openStation, type Station } from './station.ts';

/** A database of its own with people in it. */
export async function openTestWorld(): Promise<CableWorld> {
  const database = await openDatabase();
  const world = openCableWorld(database.url);
  return {
    ...world,
    close: async () => {
      await world.close();
      await database.close();
    },
  };
}

export interface TestCable {
  readonly world: CableWorld;
  readonly station: Station;
  close(): Promise<void>;
}

/** A database of its own and the cable of one web process on it. */
export async function openTestCable(options: CableOptions = {}): Promise<TestCable> {
  const world = await openTestWorld();
  const station = await openStation(world.url, options);
  return {
    world,
    station,
    close: async () => {
      await station.close();
      await world.close();
    },
  };
}
