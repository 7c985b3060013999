import * as vscode from 'vscode';
import { Scheme } from '../../ids.js';
import type { TextPlace } from '../../ui/textPlace.js';
import { together } from '../../ui/lifetimes.js';
import type { ReadElements } from '../documents/documentElements.js';
import type { DocumentTable } from '../documentTable.js';
import type { RecordFileSystem } from '../documents/recordFileSystem.js';
import type { RecordsOptions } from '../recordsOptions.js';
import type { NamedLink, namedValues } from './namedValues.js';
import type { ReferenceLists } from './referenceLists.js';

/** What references need. */
export interface ReferencesOptions extends Pick<
  RecordsOptions,
  'connections' | 'lists' | 'treeOf' | 'searchOf' | 'log'
> {
  readonly files: RecordFileSystem;
  readonly elements: ReadElements;
  readonly kinds: () => Promise<DocumentTable>;
  readonly openRecord: (uri: vscode.Uri) => Promise<void>;
  readonly onDidReadTree: vscode.Event<void>;
}

const selector: vscode.DocumentSelector = ['inventory', 'new', 'lists'].map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*/*.json`,
}));

const drafts = ['domain', 'flow', 'vendor', 'mse', 'accessPoint'].map(kind => `new/${kind}`);
const nodeRoots = ['sensors/*', 'access_points', 'subtree', 'override', ...drafts];
const nodeSelector: vscode.DocumentSelector = nodeRoots.map(root => ({
  scheme: Scheme.record,
  pattern: `/${root}/*.json`,
}));

/** What editors of records ask for. */
export function registerReferenceProviders(
  options: ReferencesOptions,
  known: ReferenceLists,
): vscode.Disposable {
  const { lists, treeOf, searchOf, kinds, elements } = options;
  return together(
    registerNames({
      documents: selector,
      onDidChange: known.onDidChange,
      values: async document =>
        (await import('./referenceNames.js')).recordValues(document, await elements(document), known),
      complete: async (uri, place) =>
        (await import('./referenceCompletions.js')).referenceCompletions(uri, place, lists),
      uses: async (document, position) => {
        const { recordReferences } = await import('./goToReferences.js');
        return recordReferences({ document, elements: await elements(document), position }, lists);
      },
    }),
    registerNames({
      documents: nodeSelector,
      onDidChange: options.onDidReadTree,
      values: async document => {
        const { nodeValues } = await import('./nodeNames.js');
        return nodeValues(document, await elements(document), treeOf(document.uri.authority));
      },
      complete: async ({ authority }, place) =>
        (await import('./nodeCompletions.js')).nodeCompletions(place, authority, searchOf),
      uses: async (document, position) => {
        const table = await kinds();
        const { nodeReferences } = await import('./goToReferences.js');
        const tree = treeOf(document.uri.authority);
        const place = { document, elements: await elements(document), position };
        return nodeReferences(place, tree, (...asked) => table.find(asked[0])?.textIn?.(...asked));
      },
    }),
    vscode.languages.registerColorProvider(selector, {
      provideDocumentColors: async document =>
        (await import('./colourValues.js')).colourValues(document, await elements(document)),
      provideColorPresentations: async color => [
        (await import('./colourValues.js')).colourPresentation(color),
      ],
    }),
    vscode.languages.registerCodeActionsProvider(selector, {
      provideCodeActions: async (document, _range, { diagnostics }) =>
        (await import('./colourValues.js')).colourFixes(document, diagnostics),
    }),
  );
}

/** Documents whose values stand for something with a name. */
interface NamedDocuments {
  readonly documents: vscode.DocumentSelector;
  /** Fires when other names are known. */
  readonly onDidChange: vscode.Event<void>;
  readonly values: (document: vscode.TextDocument) => Promise<ReturnType<typeof namedValues>>;
  /** What may be written at a place. */
  readonly complete: (uri: vscode.Uri, place: TextPlace) => Promise<vscode.CompletionList>;
  /** What refers to what stands at a place, else to what the document is about. */
  readonly uses: (document: vscode.TextDocument, position: vscode.Position) => Promise<vscode.Location[]>;
}

function registerNames({
  documents,
  onDidChange,
  values,
  complete,
  uses,
}: NamedDocuments): vscode.Disposable {
  const { languages } = vscode;
  return together(
    languages.registerInlayHintsProvider(documents, {
      onDidChangeInlayHints: onDidChange,
      provideInlayHints: async (document, range) => (await values(document)).hints(range),
    }),
    languages.registerHoverProvider(documents, {
      provideHover: async (document, position) => (await values(document)).hover(position),
    }),
    languages.registerDocumentLinkProvider(documents, {
      provideDocumentLinks: async document => (await values(document)).links(),
      resolveDocumentLink: (link: NamedLink) => Object.assign(link, { target: link.find() }),
    }),
    languages.registerDefinitionProvider(documents, {
      provideDefinition: async (document, position) => (await values(document)).definition(position),
    }),
    languages.registerReferenceProvider(documents, { provideReferences: uses }),
    languages.registerCompletionItemProvider(
      documents,
      {
        provideCompletionItems: async (document, position) => {
          const { textPlace } = await import('../../ui/textPlace.js');
          return complete(document.uri, textPlace(document, position));
        },
      },
      ' ',
      '"',
      ';',
    ),
  );
}
