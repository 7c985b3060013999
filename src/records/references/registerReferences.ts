import * as vscode from 'vscode';
import type { Connections } from '../../connections/connection.js';
import { Command, Scheme } from '../../ids.js';
import type { InventoryType } from '../../model/inventory/inventoryTypes.js';
import type { NodeSearch } from '../../model/sensors/nodeSearch.js';
import type { SensorIndex } from '../../model/sensors/sensorIndex.js';
import type { Log } from '../../ui/doors.js';
import { inBackground } from '../../ui/listeners.js';
import { registerCommands } from '../../ui/registerCommands.js';
import { textPlace } from '../../ui/textPlace.js';
import type { DocumentTable } from '../documents/documentTable.js';
import type { UsesTarget } from './findUses.js';
import type { RecordFileSystem, RecordSaved } from '../documents/recordFileSystem.js';
import { type RecordLists, ReferenceLists } from './referenceLists.js';

/** What references need. */
export interface ReferencesOptions {
  readonly connections: Connections;
  readonly lists: RecordLists;
  readonly files: RecordFileSystem;
  readonly kinds: () => Promise<DocumentTable>;
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  /** The sensor tree of a connection, if it was read. */
  readonly treeOf: (connectionId: string) => SensorIndex | undefined;
  readonly searchOf: (connectionId: string) => Promise<NodeSearch>;
  readonly onDidReadTree: vscode.Event<void>;
  readonly log: Log;
}

const selector: vscode.DocumentSelector = ['inventory', 'new', 'bulk'].map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*/*.json`,
}));

const drafts = ['domain', 'flow', 'vendor', 'mse', 'accessPoint'].map(kind => `new/${kind}`);
const nodeSelector: vscode.DocumentSelector = ['sensors/*', 'access_points', ...drafts].map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*.json`,
}));

/** Names, links, completion and colours in documents of inventory; each part is loaded when it is first needed. */
export function registerReferences(options: ReferencesOptions): {
  /** What does not fit between the records of a document and others. */
  check: (document: vscode.TextDocument) => Promise<vscode.Diagnostic[]>;
  /** Fires when a check may find something else. */
  onDidChange: vscode.Event<void>;
  disposable: vscode.Disposable;
} {
  const { connections, lists, openRecord, log } = options;
  const known = new ReferenceLists(lists, connections);
  const { languages } = vscode;
  const disposable = vscode.Disposable.from(
    known,
    languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: known.onDidChange,
      provideInlayHints: async (document, range) =>
        (await import('./referenceNames.js')).referenceHints(document, range, known),
    }),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) =>
        (await import('./referenceNames.js')).referenceHover(document, position, known),
    }),
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position) => {
          const place = textPlace(document, position);
          const { referenceCompletions } = await import('./referenceCompletions.js');
          return referenceCompletions(document.uri, place, lists);
        },
      },
      ' ',
      '"',
    ),
    languages.registerDocumentLinkProvider(selector, {
      provideDocumentLinks: async document =>
        (await import('./referenceNames.js')).referenceLinks(document, known),
    }),
    languages.registerDefinitionProvider(selector, {
      provideDefinition: async (document, position) => {
        const [{ referenceLinks }, { linkedDocument }] = await Promise.all([
          import('./referenceNames.js'),
          import('./goToReferences.js'),
        ]);
        return linkedDocument(referenceLinks(document, known), position);
      },
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, position) =>
        (await import('./goToReferences.js')).recordReferences(document, position, lists),
    }),
    registerNodeNames(options),
    languages.registerColorProvider(selector, {
      provideDocumentColors: async document => (await import('./colourValues.js')).colourValues(document),
      provideColorPresentations: async color => [
        (await import('./colourValues.js')).colourPresentation(color),
      ],
    }),
    languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, _range, { diagnostics }) =>
        (await import('./colourValues.js')).colourFixes(document, diagnostics),
    }),
    registerCommands(
      {
        [Command.findUses]: async (target: UsesTarget) =>
          (await import('./findUses.js')).findUses(target, { lists, openRecord }),
      },
      log,
    ),
    keepInStep(options),
  );
  const check = async (document: vscode.TextDocument) =>
    (await import('./referenceDiagnostics.js')).referenceDiagnostics(document, known);
  return { check, onDidChange: known.onDidChange, disposable };
}

/** The same in documents of sensors and access points, with the names of the tree. */
function registerNodeNames({ treeOf, searchOf, onDidReadTree }: ReferencesOptions): vscode.Disposable {
  const { languages } = vscode;
  const links = async (document: vscode.TextDocument) =>
    (await import('./nodeNames.js')).nodeLinks(document, treeOf);
  return vscode.Disposable.from(
    languages.registerInlayHintsProvider(nodeSelector, {
      onDidChangeInlayHints: onDidReadTree,
      provideInlayHints: async (document, range) =>
        (await import('./nodeNames.js')).nodeHints(document, range, treeOf),
    }),
    languages.registerHoverProvider(nodeSelector, {
      provideHover: async (document, position) =>
        (await import('./nodeNames.js')).nodeHover(document, position, treeOf),
    }),
    languages.registerDocumentLinkProvider(nodeSelector, { provideDocumentLinks: links }),
    languages.registerDefinitionProvider(nodeSelector, {
      provideDefinition: async (document, position) =>
        (await import('./goToReferences.js')).linkedDocument(await links(document), position),
    }),
    languages.registerReferenceProvider(nodeSelector, {
      provideReferences: async (document, position) =>
        (await import('./goToReferences.js')).nodeReferences(
          document,
          position,
          treeOf(document.uri.authority),
        ),
    }),
    languages.registerCompletionItemProvider(
      nodeSelector,
      {
        provideCompletionItems: async (document, position) =>
          (await import('./nodeNames.js')).nodeCompletions(
            textPlace(document, position),
            document.uri.authority,
            searchOf,
          ),
      },
      ' ',
      '"',
    ),
  );
}

/** Puts what was saved into its list, and what a list shows into open documents. */
function keepInStep({ connections, lists, files, kinds, log }: ReferencesOptions): vscode.Disposable {
  let savedBy: string | undefined;
  const remember = async (saved: RecordSaved) => {
    const { rememberSaved } = await import('../documents/refreshDocuments.js');
    savedBy = saved.uri.toString();
    rememberSaved(lists, saved);
    savedBy = undefined;
  };
  const follow = async ({ connectionId, type }: { connectionId: string; type: InventoryType }) => {
    const changed = { connectionId, type, savedBy };
    const isOpen = vscode.workspace.textDocuments.some(({ uri }) =>
      uri.path.startsWith(`/inventory/${type}/`),
    );
    if (!isOpen) return;
    if (!lists.get(connectionId, type)) return void lists.read(connectionId, type).catch(() => undefined);
    const { refreshFromList } = await import('../documents/refreshDocuments.js');
    await refreshFromList({ connections, table: await kinds(), files }, lists, changed);
  };
  return vscode.Disposable.from(
    files.onDidSave(saved => inBackground(log, remember(saved))),
    lists.onDidChange(change => inBackground(log, follow(change))),
  );
}
