import { printPage } from '../../model/pictures/printPage.js';
import { writeSvg } from '../../model/pictures/writeSvg.js';
import { TooLargeForPng, toPng } from '../pngPicture.js';
import type { DrawnPage, KindTools } from './pageKind.js';
import { zoomStep } from './pageSheet.js';
import { filePalette } from './themePalette.js';

/** Does what a button of the toolbar is for, by its name. */
export function pictureActions(page: DrawnPage, { actions: own }: KindTools): (name: string) => void {
  const actions: Readonly<Record<string, () => void>> = {
    ...drawingActions(page),
    ...own,
    zoomIn: () => page.zoomBy(zoomStep),
    zoomOut: () => page.zoomBy(1 / zoomStep),
    fit: () => page.zoomBy(undefined),
    table: () => page.change({ isTable: !page.state.isTable }),
    trouble: () => page.change({ isTroubled: !page.state.isTroubled }),
    unlock: () => page.post({ type: 'unlock' }),
    retry: () => {
      page.frame.wait();
      page.post({ type: 'retry' });
    },
    help: () => page.post({ type: 'help' }),
  };
  return name => actions[name]?.();
}

/** Copies or saves what is drawn. */
function drawingActions(page: DrawnPage) {
  const say = (text = '') => page.frame.say(text);
  const svg = () => {
    const drawing = page.exported?.drawing;
    return drawing && writeSvg(drawing, filePalette(document.body), page.zoom);
  };
  const png = (use: (data: string) => Promise<void> | void) => {
    const text = svg();
    if (!text) return;
    const failed = (error: unknown) =>
      say(error instanceof TooLargeForPng ? page.words?.tooLarge : page.words?.failed);
    toPng(text).then(use).catch(failed);
  };
  return {
    copySvg: () => {
      const text = svg();
      if (text) page.post({ type: 'copy', text, format: 'svg' });
    },
    copyPng: () => png(data => copyPng(data).then(() => say(page.words?.copied))),
    saveSvg: () => {
      const data = svg();
      if (data) page.post({ type: 'save', format: 'svg', data });
    },
    savePng: () => png(data => page.post({ type: 'save', format: 'png', data })),
    print: () => {
      const picture = page.exported?.picture;
      if (picture) page.post({ type: 'save', format: 'html', data: printPage(page.kind, picture) });
    },
  };
}

/**
 * Closes the menus of a page as those of the editor do: after a choice, by a click beside them and with Escape. What had the
 * keyboard in one leaves it on its button.
 */
export function closeMenus(root: HTMLElement): void {
  const open = () => [...root.querySelectorAll<HTMLDetailsElement>('details[open]')];
  const close = (menu: HTMLDetailsElement) => {
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    menu.open = false;
  };
  root.addEventListener('click', ({ target }) => {
    const isChoice = target instanceof Element && target.closest('[data-action]') !== null;
    open()
      .filter(menu => isChoice || !menu.contains(target as Node))
      .forEach(close);
  });
  root.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') open().forEach(close);
  });
}

async function copyPng(base64: string): Promise<void> {
  const bytes = Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));
  const image = new Blob([bytes], { type: 'image/png' });
  await navigator.clipboard.write([new ClipboardItem({ [image.type]: image })]);
}
