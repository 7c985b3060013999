import type {
  PageMessage,
  PageState,
  PictureMessage,
  PictureSubject,
} from '../../model/pictures/pictureMessages.js';
import type { PageKind } from './pageKind.js';
import { closeMenus } from './pictureActions.js';
import { PicturePage } from './picturePage.js';
import css from './pictures.css';

/** What a webview has of VS Code. */
declare function acquireVsCodeApi(): {
  postMessage(message: PageMessage): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
};

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

const vscode = acquireVsCodeApi();
const subject = JSON.parse(document.body.dataset['subject'] ?? '') as PictureSubject;

/** A page loads its own kind alone: the file has the name of its entry in `pictures/pictureKinds.ts`. */
async function loadKind(): Promise<PageKind | undefined> {
  try {
    return ((await import(`./kinds/${subject.kind}Page.ts`)) as { page: PageKind }).page;
  } catch {
    return undefined;
  }
}

function begin(pageKind: PageKind): void {
  const page = new PicturePage(
    document.body,
    {
      subject,
      kept: vscode.getState(),
      keep: state => vscode.setState(state),
      post: message => vscode.postMessage(message),
    },
    pageKind,
  );
  closeMenus(document.body);
  // What came before is sent again when this page is ready.
  globalThis.addEventListener('message', ({ data }: MessageEvent<PictureMessage>) => page.hear(data));
  globalThis.addEventListener('resize', () => page.draw());
  // Colours of the theme are variables of the style; only what is exported reads them, and reads them then.
  page.begin();
}

/** Says that its kind could not be loaded; a button loads this page again. */
function sayNotLoaded(): void {
  const part = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;
  part('status').textContent = '';
  part('nothing').hidden = true;
  part('sentence').textContent = document.body.dataset['failed'] ?? '';
  part('failed').hidden = false;
  part('failed').addEventListener('click', ({ target }) => {
    if (target instanceof HTMLButtonElement) vscode.postMessage({ type: 'reload' });
  });
}

const pageKind = await loadKind();
if (pageKind) begin(pageKind);
else sayNotLoaded();
