/** Rules of this house for what no other rule can say: syntax that is refused, with what to do instead. */

const doorsOfWindow =
  'show(Error|Warning|Information)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|withProgress|createStatusBarItem|setStatusBarMessage|createTreeView|createOutputChannel|showOpenDialog|showSaveDialog';
const doorClasses =
  'TreeItem|Diagnostic|InlayHint|Hover|MarkdownString|NotebookCellStatusBarItem|CompletionItem|CodeLens|CodeAction|DocumentLink';

/** A rule that refuses syntax. @param places selectors of it, with where to take it from instead */
const refuse = (places, message) => ({
  create: context =>
    Object.fromEntries(
      places.map(([selector, place]) => [
        selector,
        node => context.report({ node, message: message(place) }),
      ]),
    ),
});

/** What shows text takes inert text only: `ui/doors.ts` types it so. */
const doors = refuse(
  [
    [
      `MemberExpression[object.property.name="window"][object.object.name="vscode"][property.name=/^(${doorsOfWindow})$/]`,
    ],
    [`NewExpression[callee.object.name="vscode"][callee.property.name=/^(${doorClasses})$/]`],
    ['MemberExpression[object.name="vscode"][property.name="FileSystemError"]'],
    ['MemberExpression[property.name=/^(createNotebookController|setDecorations)$/]'],
    ['CallExpression[callee.property.name="executeCommand"] > Literal[value="vscode.diff"]'],
    ['TSAsExpression > TSTypeReference[typeName.name="Inert"]'],
  ],
  () => 'Take it from ui/doors.ts, which shows inert text only.',
);

/** VS Code has a translator and lifetimes only where it runs; ours run everywhere, and sentences are found where they stand. */
const elsewhere = refuse(
  [
    [
      'MemberExpression[object.object.name="vscode"][object.property.name="l10n"][property.name="t"]',
      '@vscode/l10n',
    ],
    [
      ':matches(NewExpression, MemberExpression) > MemberExpression[object.name="vscode"][property.name=/^(EventEmitter|Disposable)$/]',
      'ui/lifetimes.ts',
    ],
  ],
  place => `Take it from ${place}, which needs no VS Code.`,
);

/** Promises that reject unseen: of listeners, and of what is not waited for. Messages and `setContext` do not reject. */
const unwatched = refuse(
  [
    ['CallExpression[callee.property.name=/^onDid/] > :function[async=true]'],
    [
      'UnaryExpression[operator="void"] > CallExpression:not([callee.property.name=/^(show\\w+Message|executeCommand|catch|set|push)$/]):not([callee.name="offerBackup"])',
    ],
  ],
  () => 'Nobody sees it fail: give it to inBackground of ui/listeners.ts.',
);

/** Literals that are spread, or taken apart at once, to save a line. */
const literals = refuse(
  [
    ['SpreadElement > ObjectExpression.argument'],
    ['SpreadElement > ArrayExpression.argument'],
    ['VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]'],
    ['ExpressionStatement > AssignmentExpression[left.type="ArrayPattern"][right.type="ArrayExpression"]'],
  ],
  () => 'Write each on a line of its own.',
);

export default { meta: { name: 'house' }, rules: { doors, elsewhere, unwatched, literals } };
