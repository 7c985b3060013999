import type { ActivationFunction, OutputItem, RendererContext } from 'vscode-notebook-renderer';
import type { TextsQuestion } from '../model/results/pageQuestions.js';
import type { CellNames, ExtensionMessage, PageNews, RunSaid } from '../model/results/shownResult.js';
import type { ViewSettings } from '../model/results/viewSettings.js';
import { element as newElement } from './element.js';
import { isRunning, readResult } from './readResult.js';
import { showResult, showSentence, type View } from './showResult.js';
import { KeptLooks } from './resultLook.js';
import { Session, type Host } from './session.js';
import { strings, translate } from './strings.js';

/**
 * What outlives a page that VS Code throws away: settings by result, the last ones at the end. A page of ours has written it,
 * so it is not read as metadata is, by a library that no page loads (`readViewSettings`).
 */
type State = readonly (readonly [result: string, settings: ViewSettings])[];

/** What stands in an output: a result and where it is drawn, or a sentence in its place. */
interface Shown {
  readonly view: View;
  readonly drawn?: { readonly session: Session; readonly element: HTMLElement };
}

const remembered = 50;
/** Sentences that stay for who reads them later. */
const keptSentences = 5;

/** Called by VS Code once per notebook; draws results until they are disposed. */
export const activate = ((context?: RendererContext<State>) => {
  const views = new Map<string, Shown>();
  const looks = new KeptLooks();
  let stale: readonly string[] = [];
  let names: CellNames['names'] = {};
  const host = toHost(context);
  const say = pageVoice();
  const keepLook = ({ view, drawn }: Shown) => {
    view.keepLook?.();
    if (drawn) looks.keep(drawn.session);
  };
  const dispose = (id: string) => {
    const shown = views.get(id);
    if (!shown) return;
    keepLook(shown);
    shown.view.dispose();
    views.delete(id);
  };
  const mark = ({ view, drawn }: Shown) => view.markStale?.(stale.includes(drawn?.session.output.id ?? ''));
  const call = ({ session }: NonNullable<Shown['drawn']>) => {
    const { id, name } = session.output;
    session.name = Object.hasOwn(names, id) ? (names[id] ?? undefined) : name;
  };
  const show = (id: string, drawn: NonNullable<Shown['drawn']>) => {
    dispose(id);
    call(drawn);
    const shown = { view: showResult(drawn.element, drawn.session), drawn };
    views.set(id, shown);
    mark(shown);
  };
  const drawAgain = () => {
    for (const [id, { drawn }] of [...views]) if (drawn) show(id, drawn);
  };
  /** Texts that arrive meanwhile draw it again, and only the last drawing has its height. */
  const whenDrawn = async (id: string): Promise<void> => {
    const view = views.get(id)?.view;
    await view?.drawn;
    if (views.get(id)?.view !== view) await whenDrawn(id);
  };
  context?.onDidReceiveMessage?.((message: ExtensionMessage | PageNews) => {
    if (message.type === 'said') return say(message);
    if (message.type === 'stale') {
      stale = message.results;
      return [...views.values()].forEach(mark);
    }
    if (message.type === 'names') {
      ({ names } = message);
      for (const { view, drawn } of views.values()) {
        if (!drawn) continue;
        call(drawn);
        view.rename?.();
      }
      return;
    }
    if (message.type === 'texts') {
      translate(message.texts);
      return drawAgain();
    }
    for (const { drawn } of views.values())
      if (drawn?.session.output.id === message.result) drawn.session.receive(message);
  });
  context?.postMessage?.({ type: 'texts' } satisfies TextsQuestion);
  return {
    /** VS Code measures an output when this is fulfilled; one that grows in the same frame would be cut off. */
    async renderOutputItem(item: Pick<OutputItem, 'id' | 'json'>, element: HTMLElement): Promise<void> {
      dispose(item.id);
      const value = readJson(item);
      if (isRunning(value)) return void views.set(item.id, { view: showSentence(element, strings.running) });
      const output = readResult(value);
      if (!output) return void views.set(item.id, { view: showSentence(element, strings.unreadable) });
      // The answer before may still be there.
      for (const shown of views.values())
        if (shown.drawn?.session.output.question === output.question) keepLook(shown);
      const session = new Session(output, host, looks.of(output));
      show(item.id, { session, element });
      await whenDrawn(item.id);
    },
    disposeOutputItem(id?: string): void {
      for (const known of id === undefined ? [...views.keys()] : [id]) dispose(known);
    },
  };
}) satisfies ActivationFunction<State>;

/**
 * A place on the page where a screen reader hears what is said, one sentence after the other, wherever its focus is. It has to
 * be there before anything is said (WAI-ARIA 1.2, Live Region Roles).
 */
function pageVoice(): (said: RunSaid) => void {
  const place = newElement('div', {
    attributes: { role: 'log', style: 'position:fixed;clip-path:inset(50%)' },
  });
  document.body.append(place);
  let last = 0;
  return ({ number, sentence }) => {
    if (number <= last) return;
    last = number;
    place.append(newElement('div', { text: sentence }));
    if (place.childElementCount > keptSentences) place.firstElementChild?.remove();
  };
}

function toHost(context: RendererContext<State> | undefined): Host {
  const { postMessage } = context ?? {};
  const stored = () => context?.getState() ?? [];
  return {
    post: postMessage && (message => postMessage.call(context, message)),
    recall: result => stored().findLast(([id]) => id === result)?.[1],
    remember: (result, settings) => {
      const others = stored().filter(([id]) => id !== result);
      context?.setState([...others, [result, settings] as const].slice(-remembered));
    },
  };
}

function readJson(item: Pick<OutputItem, 'json'>): unknown {
  try {
    return item.json();
  } catch {
    return undefined;
  }
}
