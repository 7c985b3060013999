import tseslint from 'typescript-eslint';

const doorsOfWindow =
  'show(Error|Warning|Information)Message|showQuickPick|createQuickPick|showInputBox|createInputBox|withProgress|createStatusBarItem|setStatusBarMessage|createTreeView|createOutputChannel|showOpenDialog|showSaveDialog';
const doorClasses =
  'TreeItem|Diagnostic|InlayHint|Hover|MarkdownString|NotebookCellStatusBarItem|CompletionItem|CodeLens|CodeAction|DocumentLink';

const doors = [
  `MemberExpression[object.property.name="window"][object.object.name="vscode"][property.name=/^(${doorsOfWindow})$/]`,
  `NewExpression[callee.object.name="vscode"][callee.property.name=/^(${doorClasses})$/]`,
  'MemberExpression[object.name="vscode"][property.name="FileSystemError"]',
  'MemberExpression[property.name=/^(createNotebookController|setDecorations)$/]',
  'CallExpression[callee.property.name="executeCommand"] > Literal[value="vscode.diff"]',
  'TSAsExpression > TSTypeReference[typeName.name="Inert"]',
].map(selector => ({ selector, message: 'Take it from ui/doors.ts, which shows inert text only.' }));

/** VS Code has a translator and lifetimes only where it runs; ours run everywhere, and sentences are found where they stand. */
const elsewhere = [
  [
    'MemberExpression[object.object.name="vscode"][object.property.name="l10n"][property.name="t"]',
    '@vscode/l10n',
  ],
  [
    ':matches(NewExpression, MemberExpression) > MemberExpression[object.name="vscode"][property.name=/^(EventEmitter|Disposable)$/]',
    'ui/lifetimes.ts',
  ],
].map(([selector, place]) => ({ selector, message: `Take it from ${place}, which needs no VS Code.` }));

/** Promises that reject unseen: of listeners, and of what is not waited for. Messages and `setContext` do not reject. */
const unwatched = [
  'CallExpression[callee.property.name=/^onDid/] > :function[async=true]',
  'UnaryExpression[operator="void"] > CallExpression:not([callee.property.name=/^(show\\w+Message|executeCommand|catch|set|push)$/]):not([callee.name="offerBackup"])',
].map(selector => ({
  selector,
  message: 'Nobody sees it fail: give it to inBackground of ui/listeners.ts.',
}));

/** Literals that are spread, or taken apart at once, to save a line. */
const literals = [
  'SpreadElement > ObjectExpression.argument',
  'SpreadElement > ArrayExpression.argument',
  'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
  'ExpressionStatement > AssignmentExpression[left.type="ArrayPattern"][right.type="ArrayExpression"]',
].map(selector => ({ selector, message: 'Write each on a line of its own.' }));

const restricted = selectors => ({ 'no-restricted-syntax': ['error', ...literals, ...selectors] });

/** Only the rules that the compiler cannot give; formatting is prettier's. */
export default tseslint.config(
  { ignores: ['**/dist/', 'out/', '.cache/', '**/node_modules/', '*.mjs'] },
  {
    files: ['src/**/*.ts', 'packages/**/*.ts', 'test/**/*.ts', 'tools/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: [
          './tsconfig.json',
          './src/renderer/tsconfig.json',
          './test/bench/otherCharts/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
      ...restricted([]),
    },
  },
  // What shows text takes inert text only: `ui/doors.ts` types it so.
  { files: ['src/**/*.ts'], ignores: ['src/ui/doors.ts'], rules: restricted([...doors, ...elsewhere]) },
  {
    files: [`src/{connections,explorer,notebook,operations,pictures,records}/**/*.ts`, 'src/extension.ts'],
    rules: restricted([...doors, ...elsewhere, ...unwatched]),
  },
  { files: ['src/words/inert.ts'], rules: restricted([]) },
  { files: ['tools/**/*.ts', 'test/**/*.ts', 'packages/manager/**/*.ts'], rules: { 'no-console': 'off' } },
);
