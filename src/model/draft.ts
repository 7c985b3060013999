import { nodeKindNames, nodeKinds, type NodeKind } from './sensors/nodeDocument.js';
import type { RecordFields } from './inventory/recordText.js';

/** What a draft is going to create, and where. */
export interface Draft {
  readonly kind: NodeKind;
  /** Uuid of the parent. */
  readonly parentUuid: string;
}

/**
 * The path and query of a draft, `/new/domain/New domain 2.json?parent=7106963634872672634`: everything that is needed
 * to open it again.
 * @param title what the tab says; tells drafts of a kind apart
 */
export function draftAddress({ kind, parentUuid }: Draft, title: string): { path: string; query: string } {
  return { path: `/new/${kind}/${title}.json`, query: `${parentKey}${parentUuid}` };
}

const parentKey = 'parent=';

/** The draft behind an address; undefined for any other document. */
export function parseDraft({ path, query }: { path: string; query: string }): Draft | undefined {
  const [, root, kindName, file, ...rest] = path.split('/');
  const kind = nodeKindNames.find(name => name === kindName);
  if (root !== 'new' || !kind || !file?.endsWith('.json') || rest.length > 0) return undefined;
  return query.startsWith(parentKey) ? { kind, parentUuid: query.slice(parentKey.length) } : undefined;
}

/** What a draft begins with. */
export function draftFields({ kind, parentUuid }: Draft): RecordFields {
  const { draft, parentField } = nodeKinds[kind];
  return { ...draft, [parentField]: parentUuid };
}
