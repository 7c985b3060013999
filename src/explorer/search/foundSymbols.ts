import type * as vscode from 'vscode';
import { joined, type Inert } from '../../words/inert.js';
import { namesIn } from '../../words/recordDetail.js';
import type { ExplorerParts } from '../explorerTree.js';
import { Everything } from './everything.js';
import { foundRow, type FoundRow } from './foundRows.js';

const mostSymbols = 100;
/** Milliseconds that somebody who types waits for what is not read yet. */
const longestWait = 1000;
/** Milliseconds after which what could not be read is tried again. */
const longestKept = 60_000;

interface Kept {
  readonly ids: string;
  readonly madeAt: number;
  readonly everything: Everything;
  readonly reading: Promise<void>;
}
const kept = new WeakMap<ExplorerParts, Kept>();

/** What Ctrl+T shows of something that was found; VS Code narrows its list down by both. */
interface FoundSymbol extends FoundRow {
  readonly container: Inert;
}

/** The nodes and records that the search finds for Ctrl+T. */
export async function foundSymbols(
  explorer: ExplorerParts,
  typed: string,
  token: vscode.CancellationToken,
): Promise<FoundSymbol[]> {
  if (typed.trim() === '') return [];
  const { everything, reading } = searchOf(explorer);
  await Promise.race([reading, new Promise(resolve => setTimeout(resolve, longestWait))]);
  if (token.isCancellationRequested) return [];
  await everything.prepare();
  if (token.isCancellationRequested) return [];
  return everything.find(typed, mostSymbols).things.map(each => {
    const { connectionId } = each.thing;
    const row = foundRow(each, namesIn(explorer.lists, connectionId));
    const container = joined([row.about, row.place, everything.nameAmongOthers(connectionId)], ' · ');
    return { ...row, container };
  });
}

function searchOf(explorer: ExplorerParts): Kept {
  const ids = explorer.connections.all.flatMap(({ id, isSignedOut }) => (isSignedOut ? [] : [id]));
  const known = kept.get(explorer);
  const now = Date.now();
  if (known?.ids === ids.join() && now - known.madeAt < longestKept) return known;
  const everything = new Everything(explorer, ids);
  const made = { ids: ids.join(), madeAt: now, everything, reading: everything.read(() => undefined) };
  kept.set(explorer, made);
  return made;
}
