import { isRecord } from 'netsensor-contract/text/looseValues';

/** Something that was opened or changed: a document of a connection, or a notebook by its address. */
export type Recent = { readonly connectionId: string; readonly path: string } | { readonly notebook: string };

/** How many are kept: those that are not there any more do not count among those that are shown. */
export const mostKept = 30;
/** How many are shown. */
export const mostShown = 10;

/** `/inventory/racks/.5.json` of `/inventory/racks/Rack A.5.json`: the same whatever it is called. */
export const withoutName = (path: string): string => path.replace(/[^/]*(?=\.[^./]+\.json$)/, '');

/** The name in an address: `Rack A` of `/inventory/racks/Rack A.5.json`. */
export const nameIn = (path: string): string =>
  /([^/]*)\.[^./]+\.json$/.exec(path)?.[1] ?? /([^/]*?)(\.json)?$/.exec(path)?.[1] ?? '';

/** Equal for the same thing. */
export const recentKey = (recent: Recent): string =>
  'notebook' in recent ? recent.notebook : `${recent.connectionId} ${withoutName(recent.path)}`;

/** Whether a document is one that stands in the tree: no draft, plan or list of users. */
export const isRecentPath = (path: string): boolean =>
  /^\/(inventory|sensors|access_points|lists)\//.test(path);

/** The list with something in front, under the name that it has now. */
export const withRecent = (list: readonly Recent[], recent: Recent): readonly Recent[] =>
  [recent, ...withoutRecent(list, recentKey(recent))].slice(0, mostKept);

/** The list without something. */
export const withoutRecent = (list: readonly Recent[], key: string): readonly Recent[] =>
  list.filter(each => recentKey(each) !== key);

/** The list with what was taken out of it, before what stood behind that; what was used again meanwhile stays where it is. */
export const withRecentsBack = (
  list: readonly Recent[],
  { before, taken }: { readonly before: readonly Recent[]; readonly taken: readonly Recent[] },
): readonly Recent[] =>
  taken
    .toReversed()
    .reduce((now, each) => {
      const keys = now.map(recentKey);
      if (keys.includes(recentKey(each))) return now;
      const behind = new Set(before.slice(before.indexOf(each) + 1).map(recentKey));
      const at = keys.findIndex(key => behind.has(key));
      return now.toSpliced(at < 0 ? now.length : at, 0, each);
    }, list)
    .slice(0, mostKept);

/** What was kept, of which another version may have kept something else. */
export const readRecents = (value: unknown): readonly Recent[] =>
  Array.isArray(value) ? value.filter(isRecent).slice(0, mostKept) : [];

function isRecent(value: unknown): value is Recent {
  if (!isRecord(value)) return false;
  const { connectionId, path, notebook } = value;
  if (typeof notebook === 'string') return true;
  return typeof connectionId === 'string' && typeof path === 'string' && isRecentPath(path);
}
