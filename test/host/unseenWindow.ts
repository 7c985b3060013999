import type { Browser, Page } from 'playwright-core';

/** What Chromium need not do for a window that nobody looks at: drawing in a process of its own. */
export const unseenArguments: readonly string[] = ['--in-process-gpu'];

/**
 * User settings for a window that nobody looks at: VS Code computes nothing that is only for the eye. What the extension
 * provides is asked for by the tests, not by an editor that would draw it.
 */
export const unseenSettings: Readonly<Record<string, unknown>> = {
  'window.title': 'Tests',
  'workbench.reduceMotion': 'on',
  'workbench.activityBar.location': 'hidden',
  'workbench.statusBar.visible': false,
  'workbench.layoutControl.enabled': false,
  'window.commandCenter': false,
  'workbench.editor.showTabs': 'none',
  'workbench.editor.editorActionsLocation': 'hidden',
  'breadcrumbs.enabled': false,
  'problems.decorations.enabled': false,
  'editor.minimap.enabled': false,
  'editor.stickyScroll.enabled': false,
  'editor.cursorBlinking': 'solid',
  'editor.codeLens': false,
  'editor.inlayHints.enabled': 'off',
  'editor.lightbulb.enabled': 'off',
  'editor.links': false,
  'editor.colorDecorators': false,
  'editor.hover.enabled': 'off',
  'editor.quickSuggestions': { other: 'off', comments: 'off', strings: 'off' },
  'editor.parameterHints.enabled': false,
  'editor.wordBasedSuggestions': 'off',
  'editor.semanticHighlighting.enabled': false,
  'editor.occurrencesHighlight': 'off',
  'editor.selectionHighlight': false,
  'editor.bracketPairColorization.enabled': false,
  'editor.matchBrackets': 'never',
  'editor.guides.indentation': false,
  'editor.folding': false,
  'editor.glyphMargin': false,
  'editor.lineNumbers': 'off',
  'editor.renderLineHighlight': 'none',
  'editor.renderWhitespace': 'none',
  'editor.scrollbar.vertical': 'hidden',
  'editor.scrollbar.horizontal': 'hidden',
  'notebook.globalToolbar': false,
  'notebook.stickyScroll.enabled': false,
};

/** Runs in the page; nothing is drawn, and what waits for the next frame goes on without one. */
const drawNothing = `
  requestAnimationFrame = callback => setTimeout(() => callback(performance.now()), 4);
  cancelAnimationFrame = clearTimeout;
  requestIdleCallback = callback => setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 4 }), 1);
  cancelIdleCallback = clearTimeout;
  addEventListener('DOMContentLoaded', () => (document.documentElement.style.opacity = '0'));
`;

/** Opens a small page in which nothing moves and nothing is drawn. */
export async function openUnseenPage(browser: Browser): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 640, height: 480 }, reducedMotion: 'reduce' });
  await page.addInitScript(drawNothing);
  return page;
}
