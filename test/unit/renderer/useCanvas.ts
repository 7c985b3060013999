import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Lets plots be drawn where nothing is laid out or painted, as in jsdom.
 * @returns what the test that runs has written onto canvases, such as the numbers of axes
 */
export function useCanvas(): { readonly written: string[] } {
  const canvas = { written: [] as string[] };
  const known: Readonly<Record<PropertyKey, unknown>> = {
    data: [0, 0, 0],
    fillText: (text: string) => canvas.written.push(text),
    createPattern: () => null,
  };
  /** Takes every call and every property. */
  const anything: object = new Proxy(function nothing() {}, {
    get: (_target, name) => known[name] ?? anything,
    apply: () => anything,
    set: () => true,
  });
  beforeEach(() => {
    canvas.written = [];
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(anything as CanvasRenderingContext2D);
    vi.stubGlobal(
      'ResizeObserver',
      class {
        observe = () => undefined;
        disconnect = () => undefined;
      },
    );
    vi.stubGlobal(
      'Path2D',
      class {
        constructor() {
          return anything;
        }
      },
    );
    vi.stubGlobal('matchMedia', () => ({ addEventListener: () => undefined }));
  });
  afterEach(() => {
    document.body.replaceChildren();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return canvas;
}
