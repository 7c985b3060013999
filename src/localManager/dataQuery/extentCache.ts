import type { DataSource } from '../../model/query/dataSources.js';
import type { Database } from '../store/database.js';
import { readHours, type StoredHour } from './time/storedHours.js';

/** The stored hours of each data source; read again only after rows were written. */
export interface ExtentCache {
  hours(source: DataSource): Promise<readonly StoredHour[]>;
}

/** All who ask at the same time wait for the same answer. */
export function extentCache(database: Database): ExtentCache {
  const known = new Map<DataSource, { writes: number; hours: Promise<readonly StoredHour[]> }>();
  return {
    async hours(source) {
      const { analyticsWrites: writes } = database;
      const found = known.get(source);
      if (found?.writes === writes) return found.hours;
      const hours = database.read(session => readHours(session, source, { condition: 'TRUE', values: [] }));
      known.set(source, { writes, hours });
      void hours.catch(() => known.delete(source));
      return hours;
    },
  };
}
