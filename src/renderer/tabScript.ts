import type { RendererContext } from 'vscode-notebook-renderer';
import type { TabReady } from '../model/results/pageQuestions.js';
import type { TabResult } from '../model/results/shownResult.js';
import type * as renderer from './index.js';
import css from './tab.css';

type Context = NonNullable<Parameters<typeof renderer.activate>[0]>;
type State = ReturnType<Context['getState']>;

/** What a webview has of VS Code. */
declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  getState(): State;
  setState(state: State): void;
};

const style = new CSSStyleSheet();
style.replaceSync(css);
document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];

const vscode = acquireVsCodeApi();
const place = document.body.appendChild(document.createElement('main'));

/** What VS Code gives to renderers of notebooks, as far as ours uses it. */
const context: Pick<Context, 'postMessage' | 'onDidReceiveMessage' | 'getState' | 'setState'> = {
  postMessage: message => vscode.postMessage(message),
  onDidReceiveMessage: listener => {
    const hear = ({ data }: MessageEvent) => listener(data);
    globalThis.addEventListener('message', hear);
    return { dispose: () => globalThis.removeEventListener('message', hear) };
  },
  getState: () => vscode.getState(),
  setState: state => vscode.setState(state),
};
// What is built for notebooks is used as it is: shared between two entries it would be one file more to load there.
const { activate } = (await import(document.body.dataset['renderer'] ?? '')) as typeof renderer;
const { renderOutputItem } = activate(context as RendererContext<NonNullable<State>>);

globalThis.addEventListener('message', ({ data }: MessageEvent<TabResult>) => {
  if (data.type !== 'result') return;
  const { output } = data;
  void renderOutputItem({ id: 'result', json: () => output }, place);
});
vscode.postMessage({ type: 'ready' } satisfies TabReady);
