import { afterEach, beforeEach, vi } from 'vitest';
import type { RendererMessage } from '../../../src/model/results/pageQuestions.js';
import type { OutputItem } from 'vscode-notebook-renderer';
import type { ResultColumn, ResultTable, ResultValue } from '../../../src/model/query/queryResult.js';
import type { ExtensionMessage, PageNews } from '../../../src/model/results/shownResult.js';
import { activate } from '../../../src/renderer/index.js';

/** A column of a result. */
export const column = (name: string, kind: ResultColumn['kind'], ...values: ResultValue[]): ResultColumn => ({
  name,
  kind,
  values,
});

/** A result that was not cut. */
export const table = (...columns: ResultColumn[]): ResultTable => {
  const rowCount = columns[0]?.values.length ?? 0;
  return { columns, rowCount, totalRows: rowCount };
};

/** A result with a name and a number in each row. */
export const many = (rows: number): ResultTable =>
  table(
    column('name', 'dimension', ...Array.from({ length: rows }, (_, row) => `row ${row}`)),
    column('bytes', 'value', ...Array.from({ length: rows }, (_, row) => row * 1000)),
  );

/** What is known of the query of results like {@link many}. */
export const factsOfNames = {
  queryType: 'groupBy',
  dimensions: ['name'],
  inTree: ['name'],
  isBucketed: false,
  measures: [],
};

/** Lets what is ready to run, run. */
export const settle = (): Promise<unknown> => new Promise(resolve => setTimeout(resolve));

/** What a person and a screen reader find in an output. */
export class ShownOutput {
  /** @param drawn what VS Code waits for before it measures the output */
  constructor(
    readonly element: HTMLElement,
    readonly drawn: Promise<void>,
  ) {}

  get root(): ShadowRoot {
    return this.element.shadowRoot as ShadowRoot;
  }

  get caption(): string {
    return this.root.querySelector('.caption')?.textContent ?? '';
  }

  get grid(): HTMLElement {
    return this.root.querySelector('[role=grid]') as HTMLElement;
  }

  get active(): HTMLElement | null {
    return this.root.getElementById(this.grid.getAttribute('aria-activedescendant') ?? '');
  }

  get cells(): HTMLElement[] {
    return this.all('gridcell');
  }

  all(role: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(`[role=${role}]`)];
  }

  texts(role: string): (string | null)[] {
    return this.all(role).map(({ textContent }) => textContent);
  }

  press(key: string, modifiers: KeyboardEventInit = {}): KeyboardEvent {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...modifiers });
    this.grid.dispatchEvent(event);
    return event;
  }
}

/** Draws as VS Code does: one element per output item. */
export type Draw = (value: unknown, place?: { id?: string; element?: HTMLElement }) => ShownOutput;

type Context = NonNullable<Parameters<typeof activate>[0]>;

/** What `useRenderer` gives. */
export interface UsedRenderer {
  readonly draw: Draw;
  readonly dispose: (id?: string) => void;
  /** What was asked of the extension. */
  readonly posted: () => readonly RendererMessage[];
  /** Answers as the extension does. */
  readonly answer: (message: ExtensionMessage | PageNews) => void;
  /** Elements whose size is observed now. */
  readonly observed: () => ReadonlySet<Element>;
}

/** jsdom has none. */
class Observer {
  static readonly all = new Set<Element>();
  private readonly own = new Set<Element>();
  observe = (element: Element) => {
    this.own.add(element);
    Observer.all.add(element);
  };
  unobserve = (element: Element) => Observer.all.delete(element);
  disconnect = () => this.own.forEach(element => Observer.all.delete(element));
}

/**
 * Gives each test a renderer of its own, on a page where everything has a size: jsdom lays nothing out.
 * Rows and headers are 22 pixels high, the grid 242.
 */
export function useRenderer(): UsedRenderer {
  let posted: RendererMessage[] = [];
  let answer: (message: ExtensionMessage | PageNews) => void = () => undefined;
  let state: Parameters<Context['setState']>[0] | undefined;
  const context = () => ({
    postMessage: (message: unknown) => void posted.push(message as RendererMessage),
    onDidReceiveMessage: (listener: typeof answer) => {
      answer = listener;
      return { dispose: () => undefined };
    },
    getState: () => state,
    setState: (value: NonNullable<typeof state>) => void (state = value),
  });
  let renderer = activate();
  beforeEach(() => {
    vi.stubGlobal('ResizeObserver', Observer);
    const sizes = { offsetHeight: 22, offsetWidth: 100, clientHeight: 242, clientWidth: 300 } as const;
    for (const [name, size] of Object.entries(sizes)) {
      vi.spyOn(HTMLElement.prototype, name as keyof typeof sizes, 'get').mockReturnValue(size);
    }
    posted = [];
    state = undefined;
    renderer = activate(context() as unknown as Context);
    // The question for translations.
    posted = posted.slice(1);
  });
  afterEach(() => {
    renderer.disposeOutputItem();
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return {
    posted: () => posted,
    answer: message => answer(message),
    observed: () => Observer.all,
    dispose: id => renderer.disposeOutputItem(id),
    draw: (value, { id = 'item', element = addElement() } = {}) => {
      const drawn = renderer.renderOutputItem(outputItem(id, JSON.stringify(value)), element);
      return new ShownOutput(element, drawn);
    },
  };
}

function addElement(): HTMLElement {
  return document.body.appendChild(document.createElement('div'));
}

function outputItem(id: string, json: string): OutputItem {
  return {
    id,
    mime: 'application/vnd.netsensor.result+json',
    metadata: {},
    text: () => json,
    json: () => JSON.parse(json) as unknown,
    data: () => new TextEncoder().encode(json),
    blob: () => new Blob([json]),
  };
}
