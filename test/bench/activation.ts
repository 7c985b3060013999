import { openWorkbench } from '../e2e/openWorkbench.js';
import type { Workbench } from '../e2e/workbench.js';

/** Milliseconds that VS Code itself measured for an extension: loading its code and calling `activate()`. */
export interface ActivationTimes {
  readonly netsensor: readonly number[];
  /** An extension of one file, in the same windows. */
  readonly oneFile: readonly number[];
  /** VS Code's own JSON language features in the same windows, to compare machines. */
  readonly jsonLanguageFeatures: readonly number[];
}

/** Opens fresh windows with the packaged extension and reads VS Code's list of running extensions. */
export async function measureActivation(options: {
  vsix: string;
  otherVsix: string;
  windows: number;
}): Promise<ActivationTimes> {
  const { vsix, otherVsix, windows } = options;
  const netsensor: number[] = [];
  const oneFile: number[] = [];
  const jsonLanguageFeatures: number[] = [];
  for (let round = 0; round < windows; round += 1) {
    const viewport = { width: 1440, height: 1600 };
    const workbench = await openWorkbench({ vsix, otherVsix, viewport, files: { 'a.json': '{}\n' } });
    try {
      await startedUp(workbench);
      await workbench.runCommand('Developer: Show Running Extensions');
      const time = async (name: string) => {
        const row = workbench.page
          .locator('.runtime-extensions-editor .extension')
          .filter({ hasText: name })
          .first();
        const text = await row.locator('.activation-time').innerText();
        return Number(/(\d+)\s*ms/.exec(text)?.[1]);
      };
      netsensor.push(await time('Netsensor'));
      oneFile.push(await time('One File'));
      jsonLanguageFeatures.push(await time('JSON Language Features'));
    } finally {
      await workbench.close();
    }
  }
  return { netsensor, oneFile, jsonLanguageFeatures };
}

/** Ours and the one of one file start once the window has, beside each other; VS Code's own, which start with it, tell of the machine. */
async function startedUp(workbench: Workbench): Promise<void> {
  await workbench.openView('Explorer');
  await workbench.clickTreeItem('a.json');
  const rows = workbench.page.locator('.runtime-extensions-editor .activation-time');
  await workbench.runCommand('Developer: Show Running Extensions');
  await rows.filter({ hasText: 'Startup' }).first().waitFor();
  await workbench.page
    .locator('.runtime-extensions-editor .name', { hasText: 'JSON Language Features' })
    .waitFor();
  await workbench.page.keyboard.press('Escape');
}
