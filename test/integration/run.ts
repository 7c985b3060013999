/**
 * Called by the extension host, which loads it with `require`.
 * The suite is an ES module because the extension is one: VS Code 1.110 gives an ES module and a CommonJS module two
 * different `vscode` objects, and a message box that a test answers would be answered in the wrong one.
 */
export async function run(): Promise<void> {
  const { runSuite } = await import('./suite.js');
  await runSuite();
}
