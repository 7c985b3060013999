import { builtinEnvironments, type Environment } from 'vitest/runtime';

/** A page in jsdom beside the editor behind it, whose VS Code a test plays: modules are looked for as outside a page. */
const jsdomWithEditor: Environment = {
  ...builtinEnvironments.jsdom,
  name: 'jsdomWithEditor',
  viteEnvironment: 'ssr',
};
export default jsdomWithEditor;
