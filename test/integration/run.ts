/**
 * Called by the extension host, which loads this file with `require`.
 * The suite is an ES module because the extension is one: VS Code 1.110 gives an ES module and a CommonJS module two
 * different `vscode` objects, and a message box that a test answers would be answered in the wrong one.
 */
export async function run(): Promise<void> {
  const { runSuite } = await import('./suite.js');
  await runSuite();
}

/** Called before Netsensor starts by itself, as the main file of `test/host/firstExtension`. */
export async function activate(): Promise<void> {
  const { prepareSuite } = await import('./suite.js');
  await prepareSuite();
}
