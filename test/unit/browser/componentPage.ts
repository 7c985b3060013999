import { afterAll, beforeAll } from 'vitest';
import type { Page } from 'playwright-core';
import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import type { PageNews, ResultOutput } from '../../../src/model/results/shownResult.js';
import { bundled, openModulePage } from '../../host/modulePage.js';
import { shortLived } from '../../host/openBrowser.js';
import { repositoryPath } from '../../host/repositoryPath.js';
import { Scope } from '../../host/scope.js';

/** Runs in the page: draws as VS Code does, and takes what outputs post. */
const pageScript = `
import { activate } from '/renderer.js';
const style = document.documentElement.style;
style.setProperty('--vscode-font-family', 'sans-serif');
style.setProperty('--vscode-font-size', '13px');
const outputs = document.body.appendChild(document.createElement('div'));
const posted = [];
let renderer;
let hear;
let number = 0;
globalThis.component = {
  posted,
  async draw(output) {
    renderer?.disposeOutputItem();
    let state;
    renderer = activate({
      postMessage: message => void posted.push(message),
      onDidReceiveMessage: listener => ((hear = listener), { dispose: () => undefined }),
      getState: () => state,
      setState: value => void (state = value),
    });
    await component.drawNext(output);
  },
  tell: message => hear(message),
  async drawNext(output) {
    const id = (component.id = String((number += 1)));
    const element = document.createElement('div');
    outputs.replaceChildren(element);
    posted.length = 0;
    renderer.disposeOutputItem();
    await renderer.renderOutputItem({ id, json: () => ({ ...output, id }) }, element);
  },
};
`;

/** Results on a page alone, without a workbench around it: with a layout, colours, pixels, a real mouse and real keys. */
export class ComponentPage {
  constructor(readonly page: Page) {}

  /** Draws a result alone, as a notebook does that was just opened. */
  async draw(output: ResultOutput): Promise<void> {
    await this.page.evaluate(`component.draw(${JSON.stringify(output)})`);
  }

  /** Draws the next answer in place of the one before. */
  async drawNext(output: ResultOutput): Promise<void> {
    await this.page.evaluate(`component.drawNext(${JSON.stringify(output)})`);
  }

  /** What was asked of the extension since the last result was drawn. */
  posted(): Promise<readonly RendererMessage[]> {
    return this.page.evaluate('component.posted');
  }

  /** Tells the page what the extension says of its results. */
  async tell(news: PageNews): Promise<void> {
    await this.page.evaluate(`component.tell(${JSON.stringify(news)})`);
  }

  /** Names the result that is drawn. */
  id(): Promise<string> {
    return this.page.evaluate('component.id');
  }

  /** Gives the page the colours of a theme as VS Code does. @param kind `vscode-dark` and the like */
  async paint(kind: string, colors: Readonly<Record<string, string>>): Promise<void> {
    await this.page.locator('html').evaluate(
      (html, [name, all]) => {
        for (const [id, color] of Object.entries(all)) html.style.setProperty(`--vscode-${id}`, color);
        html.querySelector('body')!.className = name;
      },
      [kind, colors] as const,
    );
  }

  /** How wide the page is, in pixels. */
  async resize(width: number): Promise<void> {
    await this.page.setViewportSize({ width, height: 900 });
  }
}

/** Gives the tests of a file one page of a browser. */
export function useComponentPage(): () => ComponentPage {
  const scope = new Scope();
  let opened: ComponentPage | undefined;
  beforeAll(async () => {
    const renderer = await bundled(repositoryPath('src', 'renderer', 'index.ts'));
    const texts = { '/renderer.js': renderer, '/page.js': pageScript };
    const page = await openModulePage(scope, { folders: {}, texts }, shortLived);
    page.setDefaultTimeout(10_000);
    await page.evaluate("import('/page.js')");
    opened = new ComponentPage(page);
  });
  afterAll(() => scope.close());
  return () => {
    if (!opened) throw new Error('The page is open only while tests run');
    return opened;
  };
}
