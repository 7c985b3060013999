import tseslint from 'typescript-eslint';

/** Only the rules that the compiler cannot give; formatting is prettier's. */
export default tseslint.config(
  { ignores: ['dist/', 'out/', '.cache/', '**/node_modules/', '*.mjs'] },
  {
    files: ['src/**/*.ts', 'test/**/*.ts', 'tools/**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: {
        project: ['./tsconfig.json', './src/renderer/tsconfig.json'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { arguments: false } }],
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      'no-console': 'error',
    },
  },
  { files: ['tools/**/*.ts', 'test/**/*.ts', 'src/localManager/**/*.ts'], rules: { 'no-console': 'off' } },
);
